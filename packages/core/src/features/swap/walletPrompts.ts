import type { ApprovalContext, Approvals } from './approvals.ts'

/** A wallet prompt: `all` is approval and swap in one batch. */
export type WalletPrompt = 'reset' | 'approve' | 'sign' | 'swap' | 'all'

/** Whether the swap's call includes a permit: if the quote supports it, and approval and swap are not batched. */
export const isSigned = (
  { order, swaps }: Pick<ApprovalContext, 'order' | 'swaps'>,
  { batches }: Approvals,
  { permit } = order.quote,
): boolean => !batches && swaps.allowances !== undefined && order.from.address !== undefined && permit !== undefined

/** The wallet prompts of a swap, in order. */
export function walletPromptsOf(
  desk: Pick<ApprovalContext, 'order' | 'swaps'>,
  approvals: Approvals,
): readonly WalletPrompt[] {
  const { calls, batches } = approvals
  const { from, quote } = desk.order
  // In a batch, a transaction replaces the permit.
  if (batches) return [calls.length > 0 || (from.address !== undefined && quote.permit === 'permit2') ? 'all' : 'swap']
  return [
    ...calls.map(({ amount }) => (amount === 0n ? 'reset' : 'approve') as WalletPrompt),
    ...(isSigned(desk, approvals) ? (['sign'] as const) : []),
    'swap',
  ]
}
