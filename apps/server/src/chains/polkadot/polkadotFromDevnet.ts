import type { DevnetPolkadot } from '@billfold/protocol/devnetManifest'
import { plainFromDevnet } from '../plainFromDevnet.ts'
import type { ServerChain } from '../serverChain.ts'

/** Converts the local network's Polkadot chain from its manifest; assets go by their number. */
export const polkadotFromDevnet = ({ rpcUrl, wsUrl, assets, ...chain }: DevnetPolkadot): ServerChain => {
  const tokens = assets.map(({ id, name, symbol, decimals }) => ({ address: String(id), name, symbol, decimals }))
  return plainFromDevnet('polkadot', chain, { rpcUrls: [rpcUrl], wsUrls: [wsUrl], tokens })
}
