import type { Namespace } from '@billfold/protocol/caip'
import type { DevnetBitcoin } from '@billfold/protocol/devnetManifest'
import type { ServerChain } from './serverChain.ts'

type Described = Pick<DevnetBitcoin, 'id' | 'name' | 'nativeCurrency' | 'prices'>

/** A chain of the local network without contracts, as its manifest describes it, for the server's list. */
export const plainFromDevnet = (
  namespace: Exclude<Namespace, 'eip155'>,
  { id, name, nativeCurrency, prices }: Described,
  nodes: Pick<ServerChain, 'rpcUrls' | 'wsUrls' | 'tokens'>,
): ServerChain => ({
  id: `${namespace}:${id}`,
  namespace,
  reference: id,
  name,
  ...nodes,
  nativeCurrency,
  contracts: {},
  stables: [],
  statedPrices: prices,
  isLocal: true,
})
