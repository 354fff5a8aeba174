import type { DevnetSolana } from '@billfold/protocol/devnetManifest'
import { plainFromDevnet } from '../plainFromDevnet.ts'
import type { ServerChain } from '../serverChain.ts'

/** Converts the local network's Solana chain from its manifest. */
export const solanaFromDevnet = ({ rpcUrl, wsUrl, ...chain }: DevnetSolana): ServerChain => {
  const tokens = chain.tokens.map(({ address, name, symbol, decimals }) => ({ address, name, symbol, decimals }))
  return plainFromDevnet('solana', chain, { rpcUrls: [rpcUrl], wsUrls: [wsUrl], tokens })
}
