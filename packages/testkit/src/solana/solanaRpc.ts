import { providerError } from '../providerError.ts'
import { type RpcTransport, requestRpc } from '../requestRpc.ts'
import type { SolanaRpc } from './sendSolanaTransaction.ts'

/** The way to the nodes of Solana chains, by the chain's name. */
export function solanaRpc(
  rpcUrls: Readonly<Record<string, string>>,
  transport: RpcTransport,
): (chain: string) => SolanaRpc {
  return (chain) => {
    const url = Object.hasOwn(rpcUrls, chain) ? rpcUrls[chain] : undefined
    if (url === undefined) throw providerError('chain_unknown', `The wallet has no way to ${chain}`)
    return (method, params) => requestRpc(url, method, params, transport)
  }
}
