import type { DevnetBitcoin } from '@billfold/protocol/devnetManifest'
import type { ServerChain } from '../serverChain.ts'

/** Converts the local network's Bitcoin chain from its manifest; it is queried as an Esplora. */
export const bitcoinFromDevnet = ({ id, name, esploraUrl, nativeCurrency, prices }: DevnetBitcoin): ServerChain => ({
  id: `bip122:${id}`,
  namespace: 'bip122',
  reference: id,
  name,
  rpcUrls: [esploraUrl],
  wsUrls: [],
  nativeCurrency,
  tokens: [],
  contracts: {},
  stables: [],
  statedPrices: prices,
  isLocal: true,
})
