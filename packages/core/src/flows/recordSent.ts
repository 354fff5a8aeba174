import type { Kit } from '../kit.ts'
import type { Transaction } from '../model/transactions.ts'
import { deleteRequest, type PendingRequest } from './pendingRequests.ts'

/** Records a sent request as a transaction. */
export function recordSent(
  kit: Kit,
  { id, askedAt: _, isBatch: __, wire: ___, ...request }: PendingRequest,
  { hash, batch, trace }: Pick<Transaction, 'hash' | 'batch' | 'trace'>,
  isLate: boolean,
): void {
  kit.store.send({
    type: 'transaction/sent',
    isLate,
    transaction: {
      ...request,
      hash,
      ...(batch === undefined ? {} : { batch }),
      ...(trace || request.trace ? { trace: { ...request.trace, ...trace } } : {}),
      asked: id,
      sentAt: kit.ports.clock.now(),
      status: 'pending',
    },
  })
  deleteRequest(kit, id)
}
