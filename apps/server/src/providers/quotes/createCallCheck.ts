import { fetchSettlers, isReadable, isSettler, readSwap } from '@billfold/protocol/eip155/swapCallFault'
import { createMemo } from '../../caches/createMemo.ts'
import type { EvmAddress, ServerChain } from '../../chains/serverChain.ts'
import { deadlineIn } from '../../limits/deadlineIn.ts'
import type { Rpc } from '../../rpc/createRpc.ts'
import { RpcError } from '../../rpc/rpcError.ts'
import { buildFault, type Fault, type TrustedContracts } from './checkQuote.ts'
import {
  type BuiltSwap,
  nativeCoin,
  type QuoteRequest,
  type QuoteSource,
  type SourceQuote,
  type SwapAsset,
} from './quoteSource.ts'

/** Checks a source's transaction by its bytes; returns the fault, or undefined if it is fine. */
type CallCheck = (
  source: Pick<QuoteSource, 'id'>,
  request: QuoteRequest,
  quote: SourceQuote,
  built: BuiltSwap,
) => Promise<Fault | undefined>

const [keepMs, patienceMs] = [60_000, 5_000]

/**
 * Reads calls as the kit does, so that what a visitor's kit would refuse is not offered: recipient, both tokens, the amount, the minimum and
 * the fee must be in the call, and behind 0x's entrance must stand a Settler that its registry on the chain knows.
 */
export function createCallCheck(deps: { rpc: Rpc; trusted: TrustedContracts; now?: () => number }): CallCheck {
  const { rpc, trusted, now = Date.now } = deps
  const settlers = createMemo<readonly string[]>({ ttlMs: keepMs, now })

  function readRegistry(chain: ServerChain): Promise<readonly string[]> {
    const signal = deadlineIn(patienceMs)
    return fetchSettlers((contract) =>
      rpc(chain.id)
        .call('eth_call', [contract, 'latest'], signal)
        .catch((e: unknown) => {
          if (!(e instanceof RpcError)) throw e
        }),
    )
  }

  return async ({ id }, request, quote, built) => {
    const fault = buildFault(request, quote, built, trusted(request.chain, id))
    if (fault || !isReadable(id)) return fault
    const { chain, user, amount, fee } = request
    const shown = {
      sourceId: id,
      user,
      from: addressOf(request.from),
      to: addressOf(request.to),
      amount,
      least: quote.minOut,
      feeBps: fee?.bps ?? 0,
      contract: { router: built.to, spender: quote.spender ?? built.to },
    }
    const read = readSwap(built, shown, now())
    if ('fault' in read) return read.fault
    const { settler } = read.facts
    if (!settler || isSettler(settler, await settlers(chain.id, () => readRegistry(chain)))) return undefined
    return 'a contract that is not on the list'
  }
}

const addressOf = (asset: SwapAsset): EvmAddress | undefined => (asset === nativeCoin ? undefined : asset)
