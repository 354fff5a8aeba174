import { KitError } from '@billfold/protocol/error'
import { afterAwake } from './afterAwake.ts'
import type { Clock } from './clock.ts'

/** The work's result, or `timeout` after the deadline. */
export function withDeadline<T>(clock: Clock, ms: number, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = afterAwake(clock, ms, () => reject(new KitError('timeout')))
    work.then(resolve, reject).finally(stop)
  })
}
