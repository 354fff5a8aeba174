import type { DevnetBitcoin } from '@billfold/protocol/devnetManifest'
import { plainFromDevnet } from '../plainFromDevnet.ts'
import type { ServerChain } from '../serverChain.ts'

/** Converts the local network's Bitcoin chain from its manifest; it is queried as an Esplora. */
export const bitcoinFromDevnet = (chain: DevnetBitcoin): ServerChain =>
  plainFromDevnet('bip122', chain, { rpcUrls: [chain.esploraUrl], wsUrls: [], tokens: [] })
