import { KitError } from '@billfold/protocol/error'
import { otherCoin, otherToken } from '@billfold/protocol/otherToken'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { assertWalletReady } from '../../flows/assertWalletReady.ts'
import { preloadFlowCode } from '../../flows/preloadFlowCode.ts'
import { type FlowContext, runFlow } from '../../flows/runFlow.ts'
import type { Kit } from '../../kit.ts'
import type { SwapStep } from '../../model/swap.ts'
import { createNetworkRequest } from '../../rpc/createNetworkRequest.ts'
import { loadTracking } from '../balances/loadTracking.ts'
import { coinOf } from '../network/coinOf.ts'
import { approve } from './approve.ts'
import { buildSwap } from './buildSwap.ts'
import { awaitApproval, findApprovals } from './findApprovals.ts'
import { renewQuote } from './renewQuote.ts'
import { requestSwap, simulateSwap } from './requestSwap.ts'
import { findPermit, signPermit } from './signPermit.ts'
import { swapAnalytics } from './swapAnalytics.ts'
import { haltOver, type SwapContext } from './swapContext.ts'
import { minimumReceived, widestSlippageBps } from './swapMaths.ts'
import type { SwapOrder } from './swapOrder.ts'
import { isSigned } from './walletPrompts.ts'

/**
 * Executes a swap as shown: approval of the exact amount, by permit if possible, then the transaction that the server
 * simulated, verified again here. Returns the hash once the wallet has sent it, even if the caller stopped waiting;
 * other outcomes are in `state.swap.attempt`.
 */
export function executeSwap(kit: Kit, order: SwapOrder): Promise<string | undefined> {
  const { networkId, source, quote } = order
  const properties = swapAnalytics(order)
  const begun = {
    networkId,
    source,
    told: properties,
    started: { type: 'swap/started', ...properties, quote },
  } as const
  return runFlow(kit, { flow: 'swap', ...begun }, async (desk) => walk(await openSwap(desk, order)))
}

/**
 * The steps of a swap, in order; any of them stops it by throwing. If the call includes a permit, the call without it
 * is verified first: a lying server gets no signature.
 */
async function walk(desk: SwapContext): Promise<string> {
  await Promise.all([assertWalletReady(desk), assertTokens(desk)])
  await awaitApproval(desk)
  const approvals = await findApprovals(desk)
  await approve(desk, approvals)
  const quote = await renewQuote(desk)
  const [plain, permit] = await Promise.all([
    buildSwap(desk, quote),
    isSigned(desk, approvals, quote) ? findPermit(desk, quote) : undefined,
  ])
  if (!permit) return requestSwap(desk, approvals, plain)
  await simulateSwap(desk, plain)
  return requestSwap(desk, approvals, await buildSwap(desk, quote, await signPermit(desk, permit)))
}

/**
 * Verifies the shown tokens: the coin against the site's configuration, others against the chain. Lists and servers are
 * not trusted.
 */
async function assertTokens({ kit, transfers, networkId, signal, order }: SwapContext): Promise<void> {
  const ask = createNetworkRequest(kit, { networkId, signal })
  const sides = (['from', 'to'] as const).map(async (side) => {
    const { address, symbol } = order[side]
    const coin = coinOf(kit.store.get(), networkId)
    const facts = address === undefined ? undefined : await transfers.tokenFacts?.(address, ask)
    const other = address === undefined ? coin && otherCoin(order[side], coin) : facts && otherToken(order[side], facts)
    if (other?.kind === 'otherDecimals')
      throw haltOver({ in: 'decimals' }, 'A token counts in other decimals than shown')
    if (other) throw haltOver({ in: 'symbol', side, shown: symbol, says: other.says }, 'A token has another symbol')
  })
  await Promise.all(sides)
}

/** Builds the swap's context; throws if it cannot start. */
async function openSwap(desk: FlowContext<SwapStep>, order: SwapOrder): Promise<SwapContext> {
  const swaps = await desk.chain.swaps?.()
  if (!swaps) throw new KitError('provider_disconnected')
  const [judge] = await Promise.all([swaps.judge(), preloadFlowCode(desk.kit, loadTracking, order.prepare)])
  const { networkId, from, quote } = order
  const contract = judge.contractOf(quote.source?.id ?? '', networkId, desk.kit.options.swapContracts)
  if (!contract) throw haltOver({ in: 'contract' }, 'The swap goes through a contract that is on no list')
  if (from.address !== undefined && !sameAddress(networkId, quote.spender, contract.spender))
    throw haltOver({ in: 'spender' }, 'The tokens would be approved to a contract that is on no list')
  if (order.least <= 0n || order.least < minimumReceived(quote, Math.min(quote.slippageBps, widestSlippageBps)))
    throw haltOver({ in: 'minimum' }, 'The minimum is below the quote less the slippage')
  return { ...desk, order, swaps, judge, contract }
}
