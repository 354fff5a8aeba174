import type { DevnetBitcoin } from '@billfold/protocol/devnetManifest'
import type { ServerChain } from '../serverChain.ts'

/** The Bitcoin chain of the local network, as its manifest describes it, for the server's list; it is asked in Esplora's words. */
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
