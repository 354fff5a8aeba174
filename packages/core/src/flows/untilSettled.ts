import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../kit.ts'
import { isUndecided, type Outcome } from '../model/transactions.ts'

/** Waits until a tracked transaction settles, or until aborted. */
export function untilSettled(kit: Kit, hash: string, signal: AbortSignal): Promise<Outcome> {
  const outcomeOf = () => {
    const transaction = kit.store.get().transactions.find((t) => t.hash === hash)
    return transaction && !isUndecided(transaction) ? (transaction.status as Outcome) : undefined
  }
  return new Promise((resolve, reject) => {
    const look = () => {
      const outcome = outcomeOf()
      if (!outcome && !signal.aborted) return
      stop()
      signal.removeEventListener('abort', look)
      if (outcome) resolve(outcome)
      else reject(new KitError('aborted'))
    }
    const stop = kit.store.onEvent(look)
    signal.addEventListener('abort', look)
    look()
  })
}
