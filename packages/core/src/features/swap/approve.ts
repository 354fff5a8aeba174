import { askToSend } from '../../sending/askToSend.ts'
import { untilSettled } from '../../sending/untilSettled.ts'
import { findTransaction } from '../transactions/transactions.ts'
import type { Approval, Approvals } from './findApprovals.ts'
import { keepLeftSwap } from './leftSwap.ts'
import { notSent } from './notSent.ts'
import { halt, haltOver, type SwapDesk, turnToWallet } from './swapDesk.ts'

/** Sends missing approvals and waits until they confirm; none if the wallet batches them with the swap. */
export async function approve(desk: SwapDesk, { calls, batches }: Approvals): Promise<void> {
  for (const approval of batches ? [] : calls) await approveOne(desk, approval)
}

async function approveOne(desk: SwapDesk, { call, amount }: Approval): Promise<void> {
  const { kit, networkId, signal, transfers, order } = desk
  const { symbol, decimals, address } = order.from
  await turnToWallet(desk, amount === 0n ? 'resetting' : 'approving')
  const left = keepLeftSwap(kit, order, { step: 'approving' })
  const sending = askToSend(desk, {
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
export function assertUnaltered({ kit }: SwapDesk, hash: string): void {
  if (findTransaction(kit.store.get().transactions, hash)?.altered)
    throw haltOver({ in: 'sentApproval' }, 'The wallet approved something else')
}
