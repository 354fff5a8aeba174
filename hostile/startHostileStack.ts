import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { freePortBases } from '../tools/start/freePort.ts'
import { portsFrom } from '../tools/start/ports.ts'
import { startStack } from '../tools/start/supervisor.ts'
import { expectMemoryBack, type Memory, measureMemory, residentMegabytes } from './measureMemory.ts'

export type HostileStack = Awaited<ReturnType<typeof startHostileStack>>

/** Every HTTP service of a stack, by name. */
const doorsOf = ({
  site,
  api,
  relay,
  devnet,
  evm,
  farcaster,
  frame,
  guardian,
  mail,
  identity,
  onramp,
}: ReturnType<typeof portsFrom>) => ({
  site,
  api,
  relay,
  devnet,
  chain: evm[0]!,
  farcaster,
  frame,
  guardian,
  mail,
  identity,
  onramp,
})

/** The services with WebSockets. */
export const socketPaths: Record<string, string | undefined> = {
  relay: '/',
  api: '/v1?projectId=billfold-local&chainId=eip155:31337',
  chain: '/',
  farcaster: '/',
}

/** Limits out of the way, for attacks on something else. */
export const manySockets = {
  RELAY_ADDRESS_UPGRADES: '100000000',
  RELAY_ADDRESS_SOCKETS: '1000000',
  RELAY_ADDRESS_RATE: '100000000',
}

/** A stack as `npm start` starts it, in a folder of its own; every service sees `env`. */
export async function startHostileStack(env: Record<string, string> = {}) {
  const stateDir = await mkdtemp(join(tmpdir(), 'billfold-hostile-'))
  const [portBase] = await freePortBases(1)
  const doors = doorsOf(portsFrom(portBase!))
  const collects = `--import ${pathToFileURL(join(import.meta.dirname, 'collectOnSignal.mjs')).href}`
  const stack = await startStack({
    portBase: portBase!,
    stateDir,
    env: { ...process.env, NODE_OPTIONS: [process.env.NODE_OPTIONS, collects].filter(Boolean).join(' '), ...env },
  })
  const healthPath = (name: keyof typeof doors) => (name === 'guardian' ? '/guardian/v1/live' : '/health')
  const health = (name: keyof typeof doors) => fetch(`http://127.0.0.1:${doors[name]}${healthPath(name)}`)
  const isUp = (name: keyof typeof doors) =>
    health(name).then(
      ({ status }) => status === 200,
      () => false,
    )
  const until = Date.now() + 120_000
  for (const name of Object.keys(doors) as (keyof typeof doors)[])
    while (!(await isUp(name))) {
      if (Date.now() > until) throw new Error(`${name} did not come up`)
      await new Promise((done) => setTimeout(done, 100))
    }
  const began = { ...stack.pids }

  return {
    doors,
    /** A service in the form that `sendAll` takes. */
    door: (name: keyof typeof doors) => ({ name, port: doors[name], health: healthPath(name) }),
    /** The output of every service. */
    output(): string {
      const logs = join(stateDir, 'logs')
      return readdirSync(logs)
        .map((file) => readFileSync(join(logs, file), 'utf8'))
        .join('\n')
    },
    /** Each service's memory now, after a collection. */
    memory: (): Promise<Memory> => measureMemory(began),
    /** A service's memory now, garbage included. */
    megabytes: (name: string): number => residentMegabytes(began[name]!),
    /** Every service uses about as much memory as `before`; resolves with the amounts. */
    expectMemoryBack: (before: Memory): Promise<Memory> => expectMemoryBack(before, began),
    /** The same processes as at the beginning respond, and none has had an uncaught error. */
    async expectUnharmed(): Promise<void> {
      for (const name of Object.keys(doors) as (keyof typeof doors)[])
        expect([name, (await health(name)).status]).toEqual([name, 200])
      expect(stack.pids).toEqual(began)
      expect(this.output()).not.toContain('uncaught error')
    },
    async stop(): Promise<void> {
      await stack.stop()
      await rm(stateDir, { recursive: true, force: true })
    },
  }
}
