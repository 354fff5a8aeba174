import { asOne } from '../../flows/batchesOf.ts'
import { notSent } from '../../flows/notSent.ts'
import { requestSend } from '../../flows/requestSend.ts'
import type { TransferCall } from '../../model/transfer.ts'
import { createNetworkRequest } from '../../rpc/createNetworkRequest.ts'
import type { Approvals } from './approvals.ts'
import { isInterrupted, readInterruptedSwap, storeInterruptedSwap } from './interruptedSwap.ts'
import { assertReadyForWallet, halt, type SwapContext } from './swapContext.ts'
import type { SwapOrder } from './swapOrder.ts'

/** Timeout of the wallet and its user. */
const passOnMs = 1_800_000

/** Requests the swap from the wallet, batched with its approvals if possible, and tracks it. */
export async function requestSwap(desk: SwapContext, approvals: Approvals, built: TransferCall): Promise<string> {
  const { order, networkId, transfers } = desk
  const { batches } = approvals
  const before = batches ? approvalsOf(desk, approvals, built) : []
  const call = await tryOut(desk, [...before, built])
  await assertReadyForWallet(desk, 'asking')
  const prompt = batches ? asOne(batches, [...before, call], desk) : { request: transfers.request(call, networkId) }
  return remembered(desk, () =>
    requestSend(desk, { ...prompt, call, transaction: { kind: 'swap', meant: meantBy(order) } }),
  )
}

/** Stored while the wallet has the request, so that a reloaded page knows it may still send it. */
async function remembered({ kit, order, networkId, source }: SwapContext, ask: () => Promise<string>): Promise<string> {
  const before = readInterruptedSwap(kit, { networkId, address: source.address })
  const approval = isInterrupted(before, order) ? before?.approval : undefined
  const approved = approval === undefined ? {} : { approval }
  const left = storeInterruptedSwap(kit, order, { step: 'asking', ...approved })
  try {
    const hash = await ask()
    left.end()
    return hash
  } catch (e) {
    if (notSent(e)) left.end(approval === undefined ? undefined : { step: 'approved', ...approved })
    throw e
  }
}

/**
 * Simulates on the wallet's or the network's own node, regardless of our server's simulation; also estimates gas there.
 */
async function tryOut(
  { kit, judge, networkId, signal }: SwapContext,
  calls: readonly TransferCall[],
): Promise<TransferCall> {
  const tried = await judge.tryOut(calls, createNetworkRequest(kit, { networkId, signal }))
  if (!tried) throw halt('changed', 'The network would reject this swap now')
  return tried
}

/** Simulates a swap before its permit is signed, with an approval transaction in place of the signature. */
export async function simulateSwap(desk: SwapContext, swap: TransferCall): Promise<void> {
  await tryOut(desk, [...insteadOfPermit(desk, swap), swap])
}

/** The approvals batched with the swap. A transaction replaces each permit, which works for accounts of every type. */
const approvalsOf = (desk: SwapContext, { calls }: Approvals, swap: TransferCall): TransferCall[] => {
  const approved = calls.map((approval) => approval.call)
  return desk.order.quote.permit === 'permit2' ? [...approved, ...insteadOfPermit(desk, swap)] : approved
}

function insteadOfPermit({ kit, order, source, swaps }: SwapContext, swap: TransferCall): TransferCall[] {
  const { from, amount, quote } = order
  const { permit, spender } = quote
  if (!permit || from.address === undefined || !spender || !swaps.allowances) return []
  const shown = { owner: source.address, token: from.address, spender, amount }
  return [swaps.allowances.insteadOf(permit, swap, shown, kit.ports.clock.now() + passOnMs)]
}

/** The stored intent of the swap: input and output. */
function meantBy({ source, from, to, amount, quote }: SwapOrder) {
  return {
    to: source.address,
    amount: quote.toAmount,
    symbol: to.symbol,
    decimals: to.decimals,
    ...(to.address ? { token: to.address } : {}),
    paid: {
      amount: `${amount}`,
      symbol: from.symbol,
      decimals: from.decimals,
      ...(from.address ? { token: from.address } : {}),
    },
  }
}
