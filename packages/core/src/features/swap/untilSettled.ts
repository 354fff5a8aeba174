import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import type { Outcome } from '../transactions/transactions.ts'

/** Waits until the chain has decided on a transaction that the kit follows; ends early when the visitor gives the swap up. */
export function untilSettled(kit: Kit, hash: string): Promise<Outcome> {
  const outcomeOf = () => {
    const found = kit.store.get().transactions.find((t) => t.hash === hash)
    return found && found.status !== 'pending' && found.status !== 'dropped' ? found.status : undefined
  }
  return new Promise((resolve, reject) => {
    const known = outcomeOf()
    if (known) return resolve(known)
    const stop = kit.store.onEvent((_, now) => {
      const outcome = outcomeOf()
      if (!outcome && now.swap.attempt.phase !== 'idle') return
      stop()
      if (outcome) resolve(outcome)
      else reject(new KitError('aborted'))
    })
  })
}
