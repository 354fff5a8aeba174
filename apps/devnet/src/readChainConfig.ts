import { StartError } from './startError.ts'

/** The port and folder of a chain that is a process of its own. */
export type ChainConfig = {
  host: string
  /** 0 takes any free one. */
  port: number
  /** The folder that stores the chain across restarts; without it, it lives in memory. */
  state?: string
}

type Chain = {
  /** As in `DEVNET_SOLANA`, `DEVNET_SOLANA_PORT`. */
  name: string
  port: number
  mostPort: number
}

/** Reads the variables of one chain; undefined if it is disabled. */
export function readChainConfig(
  env: Readonly<Record<string, string | undefined>>,
  chain: Chain,
): ChainConfig | undefined {
  const [toggle, setting] = [`DEVNET_${chain.name}`, `DEVNET_${chain.name}_PORT`]
  const isOn = env[toggle] || 'on'
  if (isOn !== 'on' && isOn !== 'off') throw wrong(toggle, isOn, 'on or off')
  const host = env.DEVNET_HOST || '127.0.0.1'
  if (!/^[0-9A-Za-z.:-]+$/.test(host)) throw wrong('DEVNET_HOST', host, 'a host name or an IP address')
  const text = env[setting] || String(chain.port)
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= chain.mostPort)) throw wrong(setting, text, `a whole number from 0 to ${chain.mostPort}`)
  if (isOn === 'off') return undefined
  return { host, port, ...(env.DEVNET_STATE ? { state: env.DEVNET_STATE } : {}) }
}

const wrong = (name: string, value: string, expected: string) =>
  new StartError(`${name} is ${JSON.stringify(value)} and must be ${expected}.`)
