import { providerError } from '../providerError.ts'
import type { RpcTransport } from '../requestRpc.ts'
import type { Esplora } from './payBitcoin.ts'

/** The way to Bitcoin chains, by the chain's name; the code for it is fetched when the wallet first sends. */
export function esploraOf(
  urls: Readonly<Record<string, string>>,
  transport: RpcTransport,
): (chain: string) => Promise<Esplora> {
  return async (chain) => {
    const url = Object.hasOwn(urls, chain) ? urls[chain] : undefined
    if (url === undefined) throw providerError('chain_unknown', `The wallet has no way to ${chain}`)
    return (await import('./payBitcoin.ts')).esplora(url, transport)
  }
}
