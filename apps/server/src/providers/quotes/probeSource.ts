import { KitError } from '@billfold/protocol/error'
import { sameHex } from '../../chains/eip155/hex.ts'
import type { EvmAddress, ServerChain } from '../../chains/serverChain.ts'
import { unusedAccountOn } from '../../chains/unusedAccountOn.ts'
import type { Probe } from '../../rpc/createBreaker.ts'
import { AmountTooSmall } from './amountTooSmall.ts'
import { nativeCoin, type QuoteRequest, type QuoteSource } from './quoteSource.ts'

/** Quotes a little of the chain's coin, so that no visitor's input decides whether the source works; undefined without a listed token. */
export function probeSource(source: QuoteSource, chain: ServerChain): Probe | undefined {
  const to = chain.tokens.find(({ address }) => !sameHex(address, chain.wrappedNative))?.address
  if (!to) return undefined
  const request: QuoteRequest = {
    chain,
    from: nativeCoin,
    to: to as EvmAddress,
    amount: 10n ** BigInt(Math.max(0, chain.nativeCurrency.decimals - 2)),
    user: unusedAccountOn(chain) as EvmAddress,
    slippageBps: 100,
    fee: undefined,
  }
  return async (signal) => {
    try {
      await source.quote(request, signal)
    } catch (e) {
      if (!(e instanceof AmountTooSmall) && KitError.from(e).code !== 'too_many_requests') throw e
    }
  }
}
