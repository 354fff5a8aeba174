import { StartError } from '../startError.ts'

export type PolkadotConfig = {
  host: string
  /** JSON-RPC over HTTP and WebSocket; 0 takes any free one. */
  port: number
  /** The folder that stores the chain across restarts; without it, it lives in memory. */
  state?: string
}

/** Reads the variables of the Polkadot chain; undefined if it is disabled. */
export function readPolkadotConfig(env: Readonly<Record<string, string | undefined>>): PolkadotConfig | undefined {
  const isOn = env.DEVNET_POLKADOT || 'on'
  if (isOn !== 'on' && isOn !== 'off') throw wrong('DEVNET_POLKADOT', isOn, 'on or off')
  const host = env.DEVNET_HOST || '127.0.0.1'
  if (!/^[0-9A-Za-z.:-]+$/.test(host)) throw wrong('DEVNET_HOST', host, 'a host name or an IP address')
  const text = env.DEVNET_POLKADOT_PORT || '4117'
  const port = /^[0-9]{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw wrong('DEVNET_POLKADOT_PORT', text, 'a whole number from 0 to 65535')
  if (isOn === 'off') return undefined
  return { host, port, ...(env.DEVNET_STATE ? { state: env.DEVNET_STATE } : {}) }
}

const wrong = (name: string, value: string, expected: string) =>
  new StartError(`${name} is ${JSON.stringify(value)} and must be ${expected}.`)
