import type { DevnetPolkadot } from '@billfold/protocol/devnetManifest'
import type { ServerChain } from '../serverChain.ts'

/** The Polkadot chain of the local network, as its manifest describes it, for the server's list; assets go by their number. */
export const polkadotFromDevnet = ({
  id,
  name,
  rpcUrl,
  wsUrl,
  nativeCurrency,
  prices,
  assets,
}: DevnetPolkadot): ServerChain => ({
  id: `polkadot:${id}`,
  namespace: 'polkadot',
  reference: id,
  name,
  rpcUrls: [rpcUrl],
  wsUrls: [wsUrl],
  nativeCurrency,
  tokens: assets.map(({ id, name, symbol, decimals }) => ({ address: String(id), name, symbol, decimals })),
  contracts: {},
  stables: [],
  statedPrices: prices,
  isLocal: true,
})
