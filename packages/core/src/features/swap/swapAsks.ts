import type { ApprovalDesk, Approvals } from './findApprovals.ts'

/** One time that a wallet asks its person: `all` is approval and swap as one. */
export type SwapAsk = 'reset' | 'approve' | 'sign' | 'swap' | 'all'

/** Whether a signature goes into the swap's call: where the quote takes one, and approval and swap are not one question. */
export const isSigned = (
  { order, swaps }: Pick<ApprovalDesk, 'order' | 'swaps'>,
  { batches }: Approvals,
  { permit } = order.quote,
): boolean => !batches && swaps.allowances !== undefined && order.from.address !== undefined && permit !== undefined

/** What a wallet is asked for to carry a swap out, in order. */
export function asksOf(desk: Pick<ApprovalDesk, 'order' | 'swaps'>, approvals: Approvals): readonly SwapAsk[] {
  const { calls, batches } = approvals
  const { from, quote } = desk.order
  // A transaction stands for the signature there.
  if (batches) return [calls.length > 0 || (from.address !== undefined && quote.permit === 'permit2') ? 'all' : 'swap']
  return [
    ...calls.map(({ amount }) => (amount === 0n ? 'reset' : 'approve') as SwapAsk),
    ...(isSigned(desk, approvals) ? (['sign'] as const) : []),
    'swap',
  ]
}
