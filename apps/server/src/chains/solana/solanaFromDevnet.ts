import type { DevnetSolana } from '@billfold/protocol/devnetManifest'
import type { ServerChain } from '../serverChain.ts'

/** The Solana chain of the local network, as its manifest describes it, for the server's list. */
export const solanaFromDevnet = ({
  id,
  name,
  rpcUrl,
  wsUrl,
  nativeCurrency,
  prices,
  tokens,
}: DevnetSolana): ServerChain => ({
  id: `solana:${id}`,
  namespace: 'solana',
  reference: id,
  name,
  rpcUrls: [rpcUrl],
  wsUrls: [wsUrl],
  nativeCurrency,
  tokens: tokens.map(({ address, name, symbol, decimals }) => ({ address, name, symbol, decimals })),
  contracts: {},
  stables: [],
  statedPrices: prices,
  isLocal: true,
})
