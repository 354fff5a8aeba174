import type { Transaction } from '../features/transactions/transactions.ts'
import type { Kit } from '../kit.ts'
import { type AskedRequest, forgetAsked } from './askedRequests.ts'

/** Records a sent request as a transaction. */
export function tellSent(
  kit: Kit,
  { id, askedAt: _, isBatch: __, wire: ___, ...request }: AskedRequest,
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
  forgetAsked(kit, id)
}
