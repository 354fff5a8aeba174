import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { freePortBases } from './freePort.ts'
import { isFree, portsFrom } from './ports.ts'
import { isGroupAlive } from './processGroup.ts'
import { listServices } from './services.ts'
import { type Stack, startStack } from './supervisor.ts'

const root = resolve(import.meta.dirname, '../..')
let folder = ''
const stacks: Stack[] = []
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'billfold-real-'))
})
afterEach(async () => {
  await Promise.all(stacks.splice(0).map((stack) => stack.stop()))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const envWithoutDatabase = () => {
  const { DATABASE_URL: _, ...env } = process.env
  return env
}
/** A stack of all services of `npm start`, or some: starting the rest takes seconds of CPU. */
async function start(
  name: string,
  portBase: number,
  { more = {}, only }: { more?: NodeJS.ProcessEnv; only?: readonly string[] } = {},
): Promise<Stack> {
  const env = { ...envWithoutDatabase(), ...more }
  const own = { portBase, stateDir: join(folder, name), env }
  const table = listServices({ root, ports: portsFrom(portBase), market: false, ...own })
  const services = only && table.filter((service) => only.includes(service.name))
  const stack = await startStack({ ...own, ...(services && { services }) })
  stacks.push(stack)
  return stack
}
const local = (port: number, path: string) => `http://127.0.0.1:${port}${path}`
const answers = async (url: string) => {
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
  return response?.ok ?? false
}

const isOutside = (address: string) => !/^(?:127\.|::1$|fe80:)/.test(address)
const accepts = ({ host, port }: { host: string; port: number }) =>
  new Promise<boolean>((done) => {
    const socket = connect({ host, port, timeout: 2_000 })
    const end = (isOpen: boolean) => {
      socket.destroy()
      done(isOpen)
    }
    socket
      .once('connect', () => end(true))
      .once('error', () => end(false))
      .once('timeout', () => end(false))
  })

/** Without the deferred ones. */
const laterServices = ['solana', 'bitcoin', 'polkadot', 'frame', 'guardian', 'mail', 'identity', 'onramp']
const off = Object.fromEntries(laterServices.map((name) => [`DEVNET_${name.toUpperCase()}`, 'off']))

test('lists exactly the services that have code', () => {
  const services = listServices({ root, ports: portsFrom(4100), stateDir: folder, env: {}, market: false })
  for (const { entry } of services) expect(existsSync(entry)).toBe(true)
  expect(services.map(({ name }) => name)).toEqual(expect.arrayContaining(['database', 'devnet', 'server', 'web']))
  const own = listServices({
    root,
    ports: portsFrom(4100),
    stateDir: folder,
    env: { DATABASE_URL: 'postgres://x/y' },
    market: false,
  })
  expect(own.map(({ name }) => name)).not.toContain('database')
  const without = listServices({ root, ports: portsFrom(4100), stateDir: folder, env: off, market: false })
  for (const name of laterServices) expect(without.map((service) => service.name)).not.toContain(name)
})

test('stores the guardian’s key where no other service looks', () => {
  const services = listServices({ root, ports: portsFrom(4100), stateDir: folder, env: {}, market: false })
  const holders = services.filter(({ env }) => Object.values(env).some((value) => value.includes('/guardian/key')))
  expect(holders.map(({ name }) => name)).toEqual(['guardian'])
  const server = services.find(({ name }) => name === 'server')
  expect(server?.env).toMatchObject({ WALLET_ORIGIN: 'http://wallet.billfold.localhost:4101' })
  expect(join(server!.env.EMBEDDED_SECRETS!, '..')).toBe(folder)
})

test('runs two stacks side by side, restarts what is killed, and leaves nothing when stopped', async () => {
  const bases = await freePortBases(2)
  // Polkadot's chain takes eight seconds of CPU for each start; tests of its own cover its start and restart. A local
  // stack stays local, even if the shell says production.
  const env = { DEVNET_POLKADOT: 'off', NODE_ENV: 'production' }
  const [a, b] = (await Promise.all([
    start('a', bases[0]!, { more: env }),
    start('b', bases[1]!, { only: ['database', 'devnet', 'relay'] }),
  ])) as [Stack, Stack]
  const ports = portsFrom(bases[0]!)
  const health = [local(ports.site, '/health'), local(ports.api, '/ready'), local(ports.devnet, '/health')]
  for (const url of health) await expect.poll(() => answers(url)).toBe(true)
  // Deferred services come up by themselves.
  const services = listServices({ root, ports, stateDir: folder, env, market: false })
  const later = services.flatMap(({ isLater, health: at }) => (isLater && 'url' in at ? at.url : []))
  expect(later.length).toBeGreaterThanOrEqual(5)
  for (const url of later) await expect.poll(() => answers(url)).toBe(true)
  health.push(...later)
  expect(await (await fetch(local(ports.site, '/'))).text()).toContain('<html')

  // Nothing listens for other machines: on Linux, all of 127.0.0.0/8 is this one's, so a service on every address would
  // respond here, too.
  const addresses = Object.values(networkInterfaces()).flatMap((each) => (each ?? []).map(({ address }) => address))
  const outside = [...(process.platform === 'linux' ? ['127.0.0.2'] : []), ...addresses.filter(isOutside)]
  const open = services.flatMap((service) => service.ports).flatMap((port) => outside.map((host) => ({ host, port })))
  expect(open.length).toBeGreaterThan(10)
  expect((await Promise.all(open.map(async (at) => ((await accepts(at)) ? [at] : [])))).flat()).toEqual([])

  const untouched = b.pids
  // Each restarts by itself, whatever else is gone: the database alone, since all depend on it, then halves of the
  // rest. The supervisor's own test kills one after the other, with services that start in no time.
  const names = Object.keys(a.pids).filter((name) => name !== 'database')
  for (const killed of [['database'], names.filter((_, i) => i % 2 === 0), names.filter((_, i) => i % 2 === 1)]) {
    const before = a.pids
    const others = () => Object.entries(a.pids).filter(([name]) => !killed.includes(name))
    const stayed = others()
    for (const name of killed) process.kill(before[name]!, 'SIGKILL')
    for (const name of killed)
      await expect.poll(() => a.pids[name] !== undefined && a.pids[name] !== before[name]).toBe(true)
    for (const url of health) await expect.poll(() => answers(url)).toBe(true)
    expect(others()).toEqual(stayed)
  }
  expect(b.pids).toEqual(untouched)

  const pids = [...Object.values(a.pids), ...Object.values(b.pids)]
  await Promise.all([a.stop(), b.stop()])
  expect(pids.filter(isGroupAlive)).toEqual([])
  for (const port of bases.flatMap((base) => Object.values(portsFrom(base)).flat()))
    expect(await isFree(port)).toBe(true)
})

test('reports a corrupt state file in one clear sentence', async () => {
  // The state of the previous stack.
  const written = readdirSync(join(folder, 'b', 'devnet'), { recursive: true, withFileTypes: true })
  expect(written.some((file) => file.isFile())).toBe(true)
  for (const file of written)
    if (file.isFile()) writeFileSync(join(file.parentPath, file.name), 'not what was written here')
  const [base] = await freePortBases(1)
  const failure = await start('b', base!, { only: ['devnet'] }).then(
    () => undefined,
    (error: Error) => error,
  )
  expect(failure?.message).toMatch(/^devnet can’t start: .{20,}[.]$/)
  expect(failure?.message).not.toMatch(/\n|JSON|at \w+ \(/)
})
