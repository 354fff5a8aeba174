import { readBitcoinConfig } from './bitcoin/bitcoinConfig.ts'
import { readPolkadotConfig } from './polkadot/polkadotConfig.ts'
import { readSolanaConfig } from './solana/solanaConfig.ts'
import { StartError } from './startError.ts'

export type DevnetConfig = {
  host: string
  /** The manifest's port; 0 takes any free port. */
  port: number
  /** The first chain's port, the next has one more; 0 takes any free ports. */
  evmPort: number
  chainIds: readonly number[]
  /** Seconds between blocks; 0 mines each transaction at once. */
  blockTime: number
  market: boolean
  /** The port of the Solana chain, which is a process of its own; absent or 0 leaves it out of the manifest. */
  solanaPort?: number
  /** The Bitcoin chain likewise. */
  bitcoinPort?: number
  /** Likewise for the Polkadot chain. */
  polkadotPort?: number
  /** The port of the chain with Farcaster's registries: undefined disables it, 0 takes any free port. */
  farcasterPort?: number
  /** Our server's URL for the names that it issued, with `{sender}` and `{data}` in it. */
  namesGateway?: string
  /** The folder that stores the chains across restarts; without it they live in memory. */
  state?: string
}

/** All chains of a run share one process; more than this would not fit into it. */
const chainLimit = 16

/** Reads the `DEVNET_` variables; throws one sentence that names an invalid one. */
export function readDevnetConfig(env: Readonly<Record<string, string | undefined>>): DevnetConfig {
  const read = (name: string, fallback: string) => (env[name] === undefined || env[name] === '' ? fallback : env[name])
  const host = read('DEVNET_HOST', '127.0.0.1')
  if (!/^[0-9A-Za-z.:-]+$/.test(host)) throw wrong('DEVNET_HOST', host, 'a host name or an IP address')
  const port = wholeNumber('DEVNET_PORT', read('DEVNET_PORT', '4110'), 65_535)
  const evmPort = wholeNumber('DEVNET_EVM_PORT', read('DEVNET_EVM_PORT', '4111'), 65_535)
  const chainIds = readChainIds(read('DEVNET_CHAIN_IDS', '31337,31338'))
  if (evmPort > 0 && evmPort + chainIds.length - 1 > 65_535)
    throw wrong('DEVNET_EVM_PORT', String(evmPort), `a port with ${chainIds.length - 1} more above it`)
  if (port > 0 && evmPort > 0 && port >= evmPort && port < evmPort + chainIds.length)
    throw wrong(
      'DEVNET_PORT',
      String(port),
      `outside of the chains' ports, ${evmPort} to ${evmPort + chainIds.length - 1}`,
    )
  const market = read('DEVNET_MARKET', 'off')
  if (market !== 'on' && market !== 'off') throw wrong('DEVNET_MARKET', market, 'on or off')
  const blockTime = wholeNumber('DEVNET_BLOCK_TIME', read('DEVNET_BLOCK_TIME', '0'), 3600)
  const state = read('DEVNET_STATE', '')
  const namesGateway = read('DEVNET_NAMES_GATEWAY', '')
  // These chains are processes of their own: the caller passes their ports.
  const solanaPort = env.DEVNET_SOLANA_PORT ? readSolanaConfig(env)?.port : undefined
  const bitcoinPort = env.DEVNET_BITCOIN_PORT ? readBitcoinConfig(env)?.port : undefined
  const polkadotPort = env.DEVNET_POLKADOT_PORT ? readPolkadotConfig(env)?.port : undefined
  const farcaster = read('DEVNET_FARCASTER_PORT', '')
  return {
    ...{ host, port, evmPort, chainIds, blockTime },
    market: market === 'on',
    ...(solanaPort ? { solanaPort } : {}),
    ...(bitcoinPort ? { bitcoinPort } : {}),
    ...(polkadotPort ? { polkadotPort } : {}),
    ...(farcaster === '' ? {} : { farcasterPort: wholeNumber('DEVNET_FARCASTER_PORT', farcaster, 65_535) }),
    ...(namesGateway === '' ? {} : { namesGateway }),
    ...(state === '' ? {} : { state }),
  }
}

function readChainIds(text: string): number[] {
  const parts = text.split(',').map((part) => part.trim())
  const ids = parts.map((part) => (/^[0-9]+$/.test(part) ? Number(part) : 0))
  if (
    !ids.every((id) => id > 0 && Number.isSafeInteger(id)) ||
    new Set(ids).size !== ids.length ||
    ids.length > chainLimit
  )
    throw wrong('DEVNET_CHAIN_IDS', text, `one to ${chainLimit} different chain ids with commas between them`)
  return ids
}

function wholeNumber(name: string, text: string, most: number): number {
  const value = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN
  if (!(value <= most)) throw wrong(name, text, `a whole number from 0 to ${most}`)
  return value
}

const wrong = (name: string, value: string, expected: string) =>
  new StartError(`${name} is ${JSON.stringify(value)} and must be ${expected}.`)
