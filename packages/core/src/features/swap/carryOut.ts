import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { askNetwork } from '../../askNetwork.ts'
import type { Kit } from '../../kit.ts'
import { assertPlace } from '../../sending/assertPlace.ts'
import { assertPrepared } from '../../sending/assertPrepared.ts'
import { type Desk, runFlow } from '../../sending/runFlow.ts'
import { approve } from './approve.ts'
import { askForSwap } from './askForSwap.ts'
import { buildSwap } from './buildSwap.ts'
import { findApprovals } from './findApprovals.ts'
import { renewQuote } from './renewQuote.ts'
import { signPermit } from './signPermit.ts'
import type { SwapStep } from './swap.ts'
import { halt, type SwapDesk, type SwapOrder } from './swapDesk.ts'
import { toldOf } from './toldOf.ts'

/**
 * Carries out a swap as it was shown: permission for the exact amount, by signature where that will do, then the transaction that
 * the server tried out, checked again here. The hash once the wallet has sent it, whoever still waits for it by then; how it went
 * otherwise is in `state.swap.attempt`.
 */
export function carryOut(kit: Kit, order: SwapOrder): Promise<string | undefined> {
  const { networkId, source, quote } = order
  const told = toldOf(order)
  const begun = { networkId, source, told, started: { type: 'swap/started', ...told, quote } } as const
  return runFlow(kit, { flow: 'swap', ...begun }, async (desk) => walk(await openSwap(desk, order)))
}

/** The whole way of a swap. Each step is given what those before it found out, and stops all of it by throwing. */
async function walk(desk: SwapDesk): Promise<string> {
  await Promise.all([assertPlace(desk), assertDecimals(desk)])
  const approvals = await findApprovals(desk)
  await approve(desk, approvals)
  const quote = await renewQuote(desk)
  const permit = approvals.batches ? undefined : await signPermit(desk, quote)
  const call = await buildSwap(desk, quote, permit)
  return askForSwap(desk, approvals, call)
}

/** Both tokens count as they were shown to: what a list or a server says of them is not what the chain moves. */
async function assertDecimals({ kit, transfers, networkId, signal, order: { from, to } }: SwapDesk): Promise<void> {
  const ask = askNetwork(kit, { networkId, signal })
  for (const { address, decimals } of [from, to]) {
    const said = address === undefined ? decimals : await transfers.decimals?.(address, ask)
    if (said !== undefined && said !== decimals) throw halt('mismatch', 'A token counts in other decimals than shown')
  }
}

/** Everything a swap works with, or why it cannot begin. */
async function openSwap(desk: Desk<SwapStep>, order: SwapOrder): Promise<SwapDesk> {
  const swaps = await desk.chain.swaps?.()
  if (!swaps) throw new KitError('provider_disconnected')
  const [judge] = await Promise.all([swaps.judge(), assertPrepared(desk.kit, order.prepare)])
  const { networkId, from, quote } = order
  const contract = judge.contractOf(quote.source?.id ?? '', networkId, desk.kit.options.swapContracts)
  if (!contract) throw halt('mismatch', 'The swap goes through a contract that is on no list')
  if (from.address !== undefined && !sameAddress(networkId, quote.spender, contract.spender))
    throw halt('mismatch', 'The tokens would be approved to a contract that is on no list')
  return { ...desk, order, swaps, judge, contract }
}
