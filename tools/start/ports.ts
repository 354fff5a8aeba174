import { createServer } from 'node:net'
import { StartError } from './startError.ts'

/** The ports of all services; all move together with the first. */
export type Ports = ReturnType<typeof portsFrom>

export const defaultPortBase = 4100
const highestBase = 65_500

/** The layout of our ports from a base up. */
export const portsFrom = (base: number) => ({
  site: base,
  frame: base + 1,
  api: base + 2,
  relay: base + 3,
  guardian: base + 4,
  /** The page with the caught mails, and the port that receives them. */
  mail: base + 5,
  smtp: base + 6,
  /** The local social providers. */
  identity: base + 7,
  /** The local on-ramp. */
  onramp: base + 9,
  devnet: base + 10,
  evm: [base + 11, base + 12],
  /** The node and its socket. */
  solana: [base + 13, base + 14],
  bitcoin: base + 15,
  /** The chain with Farcaster's registries. */
  farcaster: base + 16,
  polkadot: base + 17,
  database: base + 20,
})

/** Reads BILLFOLD_PORT; reports a wrong one in one sentence. */
export function readPortBase(text: string | undefined): number {
  if (text === undefined || text === '') return defaultPortBase
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (port >= 1024 && port <= highestBase) return port
  throw new StartError(`BILLFOLD_PORT must be a number from 1024 to ${highestBase}, not ${JSON.stringify(text)}.`)
}

/** Refuses to start if one of our ports is taken: names the port, its service and the way to move. */
export async function refuseTakenPorts(wanted: { name: string; ports: number[] }[], base: number): Promise<void> {
  const all = wanted.flatMap(({ name, ports }) => ports.map((port) => ({ name, port })))
  const taken = (await Promise.all(all.map(async (one) => ((await isFree(one.port)) ? [] : [one])))).flat()
  const [first, ...rest] = taken
  if (!first) return
  const also =
    rest.length === 0 ? '' : ` (and so ${rest.length === 1 ? 'is' : 'are'} ${rest.map(({ port }) => port).join(', ')})`
  throw new StartError(
    `Port ${first.port} (${first.name}) is in use${also}. Stop what’s using it, or choose another base: BILLFOLD_PORT=${base + 100 <= highestBase ? base + 100 : defaultPortBase} npm start`,
  )
}

/** Whether a port of this machine is free. */
export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code !== 'EADDRINUSE' && error.code !== 'EACCES'),
    )
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)))
  })
}
