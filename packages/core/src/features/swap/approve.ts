import { notSent } from '../../flows/notSent.ts'
import { requestSend } from '../../flows/requestSend.ts'
import { untilSettled } from '../../flows/untilSettled.ts'
import { findTransaction } from '../../model/transactions.ts'
import type { Approval, Approvals } from './approvals.ts'
import { storeInterruptedSwap } from './interruptedSwap.ts'
import { assertReadyForWallet, halt, haltOver, type SwapContext } from './swapContext.ts'

/** Sends missing approvals and waits until they confirm; none if the wallet batches them with the swap. */
export async function approve(desk: SwapContext, { calls, batches }: Approvals): Promise<void> {
  for (const approval of batches ? [] : calls) await approveOne(desk, approval)
}

async function approveOne(desk: SwapContext, { call, amount }: Approval): Promise<void> {
  const { kit, networkId, signal, transfers, order } = desk
  const { symbol, decimals, address } = order.from
  await assertReadyForWallet(desk, amount === 0n ? 'resetting' : 'approving')
  const left = storeInterruptedSwap(kit, order, { step: 'approving' })
  const sending = requestSend(desk, {
    request: transfers.request(call, networkId),
    call,
    transaction: {
      kind: 'approval',
      meant: {
        to: order.quote.spender ?? '',
        amount: `${amount}`,
        symbol,
        decimals,
        ...(address ? { token: address } : {}),
      },
    },
  })
  const hash = await sending.catch((e) => {
    if (notSent(e)) left.end()
    throw e
  })
  // After a reset, the remaining approval was not requested yet.
  left.end(amount === 0n ? undefined : { step: 'approved', approval: hash })
  desk.step('approved')
  if ((await untilSettled(kit, hash, signal)) !== 'confirmed')
    throw halt('approval_failed', 'The approval did not go through')
  assertUnaltered(desk, hash)
}

/** The mined approval must match the request: token, spender, amount. */
export function assertUnaltered({ kit }: SwapContext, hash: string): void {
  if (findTransaction(kit.store.get().transactions, hash)?.altered)
    throw haltOver({ in: 'sentApproval' }, 'The wallet approved something else')
}
