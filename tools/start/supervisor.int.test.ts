import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freePort } from './freePort.ts'
import type { Happening } from './keepRunning.ts'
import { isFree } from './ports.ts'
import { isGroupAlive } from './processGroup.ts'
import type { Service } from './services.ts'
import { type Stack, startStack } from './supervisor.ts'

let folder = ''
let stack: Stack | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'billfold-stack-'))
})
afterEach(async () => {
  await stack?.stop()
  stack = undefined
  rmSync(folder, { recursive: true, force: true })
})

const answering = `
  import { createServer } from 'node:http'
  const server = createServer((request, response) => {
    if (request.url === '/crash') { console.error('Error: the tank is empty'); process.exit(3) }
    response.end('ok')
  }).listen(process.env.PORT, '127.0.0.1')
`
const polite = `${answering}\nprocess.on('SIGTERM', () => process.exit(0))`

async function service(name: string, code: string, more: Partial<Service> = {}): Promise<Service> {
  const port = await freePort()
  const entry = join(folder, `${name}.mjs`)
  writeFileSync(entry, code)
  const env = { PORT: String(port), FOLDER: folder }
  return { name, entry, env, ports: [port], health: { url: `http://127.0.0.1:${port}/` }, needs: [], urls: {}, ...more }
}

/** Starts the services and returns a way to await their events. */
async function start(services: Service[], more: Partial<Parameters<typeof startStack>[0]> = {}) {
  const happenings: Happening[] = []
  const waiting = new Set<() => void>()
  const onHappening = (happening: Happening) => {
    happenings.push(happening)
    for (const look of waiting) look()
  }
  const until = (is: (happening: Happening) => boolean) =>
    new Promise<Happening>((resolve) => {
      const look = () => {
        const match = happenings.find(is)
        if (match) resolve(match)
      }
      waiting.add(look)
      look()
    })
  // A service that ends on a signal gets all the time that a busy machine takes for it.
  const pace = { firstDelayMs: 20, longestDelayMs: 100, graceMs: 60_000 }
  stack = await startStack({ portBase: 4100, stateDir: join(folder, 'state'), services, onHappening, pace, ...more })
  return { stack, until, happenings }
}

const isAlive = (pid: number) => isGroupAlive(pid)

test('restarts a crashed service and shows its reason, without touching the others', async () => {
  const [one, two] = [await service('one', polite), await service('two', polite)]
  const { stack, until } = await start([one, two])
  const before = stack.pids
  await fetch(`http://127.0.0.1:${one.ports[0]}/crash`).catch(() => {}) // its end is the response
  expect(await until(({ type }) => type === 'ended')).toMatchObject({ service: 'one', reason: 'the tank is empty' })
  await until((happening) => happening.type === 'ready' && happening.isBack)
  expect(stack.pids.two).toBe(before.two)
  expect(stack.pids.one).not.toBe(before.one)
  expect(await (await fetch(`http://127.0.0.1:${one.ports[0]}/`)).text()).toBe('ok')
})

test('SIGKILL of a service ends its children, and it restarts on the same port', async () => {
  const parent = `
    import { spawn } from 'node:child_process'
    import { writeFileSync } from 'node:fs'
    const child = spawn(process.execPath, ['-e', \`require('http').createServer((q, r) => r.end('child')).listen(\${process.env.PORT}, '127.0.0.1')\`])
    writeFileSync(process.env.FOLDER + '/child', String(child.pid))
  `
  const one = await service('one', parent)
  const { stack, until } = await start([one])
  const child = Number(readFileSync(join(folder, 'child'), 'utf8'))
  process.kill(stack.pids.one!, 'SIGKILL')
  expect(await until(({ type }) => type === 'ended')).toMatchObject({ reason: 'ended by SIGKILL' })
  await until((happening) => happening.type === 'ready' && happening.isBack)
  expect(Number(readFileSync(join(folder, 'child'), 'utf8'))).not.toBe(child)
  await stack.stop()
  expect(await isFree(one.ports[0]!)).toBe(true)
})

test('stop leaves no process and no open port, even of one that ignores SIGTERM', async () => {
  const deaf = `${answering}\nprocess.on('SIGTERM', () => {})`
  const services = [await service('polite', polite), await service('deaf', deaf)]
  const { stack } = await start(services, { pace: { graceMs: 300 } })
  const pids = Object.values(stack.pids)
  expect(pids).toHaveLength(2)
  await stack.stop()
  expect(pids.filter(isAlive)).toEqual([])
  for (const { ports } of services) expect(await isFree(ports[0]!)).toBe(true)
})

test('a service starts after its dependencies, and stops before them', async () => {
  const note = (name: string) => `
    import { appendFileSync } from 'node:fs'
    const note = (what) => appendFileSync(process.env.FOLDER + '/order', what + ' ${name}\\n')
    note('start')
    process.on('SIGTERM', () => { note('stop'); process.exit(0) })
    setTimeout(() => console.log('${name} is up'), 100)
    setInterval(() => {}, 1000)
  `
  const database = await service('database', note('database'), { health: { line: 'database is up' } })
  const server = await service('server', note('server'), { health: { line: 'server is up' }, needs: ['database'] })
  const { stack } = await start([server, database])
  await stack.stop()
  const order = readFileSync(join(folder, 'order'), 'utf8').trim().split('\n')
  expect(order).toEqual(['start database', 'start server', 'stop server', 'stop database'])
})

test('a service that reports its problem in a sentence ends the start with it, and everything else', async () => {
  const wrong = await service('server', `console.error('DATABASE_URL should be a URL.'); process.exit(1)`)
  const fine = await service('fine', polite)
  await expect(start([fine, wrong])).rejects.toThrow('server can’t start: DATABASE_URL should be a URL.')
  expect(await isFree(fine.ports[0]!)).toBe(true)
})

test('exit code 78 is final at once, and a crash after five attempts', async () => {
  const count = `import { appendFileSync } from 'node:fs'; appendFileSync(process.env.FOLDER + '/runs', 'x');`
  const runs = () => readFileSync(join(folder, 'runs'), 'utf8').length
  const config = await service('config', `${count} console.error('No such key.'); process.exit(78)`)
  await expect(start([config])).rejects.toThrow('config can’t start: No such key.')
  expect(runs()).toBe(1)
  rmSync(join(folder, 'runs'))
  const crash = await service('crash', `${count} throw new TypeError('undefined is not a wallet')`)
  await expect(start([crash])).rejects.toThrow('crash can’t start: undefined is not a wallet')
  expect(runs()).toBe(5)
})

test('names a taken port, its service and the way to move', async () => {
  const one = await service('web', polite)
  const squatter = createServer().listen(one.ports[0], '127.0.0.1')
  await once(squatter, 'listening')
  await expect(start([one])).rejects.toThrow(
    `Port ${one.ports[0]} (web) is in use. Stop what’s using it, or choose another base: BILLFOLD_PORT=4200 npm start`,
  )
  squatter.close()
})

test('two stacks cannot share a folder', async () => {
  const { stack } = await start([await service('one', polite)])
  await expect(
    startStack({ portBase: 0, stateDir: join(folder, 'state'), services: [await service('two', polite)] }),
  ).rejects.toThrow(`Billfold is already running from this folder (process ${process.pid})`)
  await stack.stop()
})

test('reports an unreachable or wrong DATABASE_URL in one sentence', async () => {
  const port = 1 // outside the range from which the system assigns ports
  const services = [await service('one', polite)]
  const withUrl = (url: string) => start(services, { env: { ...process.env, DATABASE_URL: url } })
  await expect(withUrl(`postgres://a:b@127.0.0.1:${port}/c`)).rejects.toThrow(
    `DATABASE_URL: can’t connect to 127.0.0.1:${port} (ECONNREFUSED).`,
  )
  await expect(withUrl('mysql://x')).rejects.toThrow('DATABASE_URL must look like postgres://')
})

test('an interrupted start ends everything that it began', async () => {
  const slow = await service('slow', 'console.log(process.pid)\nsetInterval(() => {}, 1000)')
  const interrupt = new AbortController()
  let pid = 0
  const onLine = (_: string, line: string) => {
    pid = Number(line)
    interrupt.abort()
  }
  await expect(start([slow], { signal: interrupt.signal, onLine })).rejects.toThrow()
  expect(pid).toBeGreaterThan(0)
  expect(isAlive(pid)).toBe(false)
})

/** A supervisor in a process of its own, with this service; resolves when it is up. */
async function supervise(one: Service) {
  const script = join(folder, 'supervise.mjs')
  writeFileSync(
    script,
    `import { startStack } from ${JSON.stringify(join(import.meta.dirname, 'supervisor.ts'))}
     await startStack({ portBase: 0, stateDir: ${JSON.stringify(join(folder, 'state'))}, services: [${JSON.stringify(one)}] })
     console.log('up')`,
  )
  const supervisor = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(supervisor.stdout, 'data')
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'))
  expect(isAlive(pid)).toBe(true)
  return { supervisor, pid }
}
const noting = `import { writeFileSync } from 'node:fs'\nwriteFileSync(process.env.FOLDER + '/pid', String(process.pid))`

test('killing the supervisor ends its services', async () => {
  const { supervisor, pid } = await supervise(await service('one', `${polite}\n${noting}`))
  supervisor.kill('SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
})

test('killing the supervisor ends a child that ignores the signal, even if its service exited at once', async () => {
  const deaf = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('deaf')`
  const parent = `
    import { spawn } from 'node:child_process'
    spawn(process.execPath, ['-e', ${JSON.stringify(deaf)}]).stdout.once('data', () => {
      ${polite.replace(/import .*/, "const { createServer } = process.getBuiltinModule('http')")}
    })
    ${noting}
  `
  const one = await service('one', parent)
  const { supervisor, pid } = await supervise({ ...one, env: { ...one.env, BILLFOLD_LEASH_GRACE_MS: '500' } })
  supervisor.kill('SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false) // the group's last member
})

test('killing the supervisor ends a service that is blocked forever', async () => {
  const blocked = `
    ${noting}
    import { createServer } from 'node:http'
    process.on('SIGTERM', () => {})
    createServer((request, response) =>
      response.end('ok', () => request.url === '/block' && Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0))
    ).listen(process.env.PORT, '127.0.0.1')
  `
  const one = await service('one', blocked)
  const { supervisor, pid } = await supervise({ ...one, env: { ...one.env, BILLFOLD_LEASH_GRACE_MS: '100' } })
  expect(await (await fetch(`http://127.0.0.1:${one.ports[0]}/block`)).text()).toBe('ok')
  supervisor.kill('SIGKILL')
  await expect.poll(() => isAlive(pid)).toBe(false)
})
