import type { ApprovalDesk, Approvals } from './findApprovals.ts'

/** A wallet prompt: `all` is approval and swap in one batch. */
export type SwapAsk = 'reset' | 'approve' | 'sign' | 'swap' | 'all'

/** Whether the swap's call includes a permit: if the quote supports it, and approval and swap are not batched. */
export const isSigned = (
  { order, swaps }: Pick<ApprovalDesk, 'order' | 'swaps'>,
  { batches }: Approvals,
  { permit } = order.quote,
): boolean => !batches && swaps.allowances !== undefined && order.from.address !== undefined && permit !== undefined

/** The wallet prompts of a swap, in order. */
export function asksOf(desk: Pick<ApprovalDesk, 'order' | 'swaps'>, approvals: Approvals): readonly SwapAsk[] {
  const { calls, batches } = approvals
  const { from, quote } = desk.order
  // In a batch, a transaction replaces the permit.
  if (batches) return [calls.length > 0 || (from.address !== undefined && quote.permit === 'permit2') ? 'all' : 'swap']
  return [
    ...calls.map(({ amount }) => (amount === 0n ? 'reset' : 'approve') as SwapAsk),
    ...(isSigned(desk, approvals) ? (['sign'] as const) : []),
    'swap',
  ]
}
