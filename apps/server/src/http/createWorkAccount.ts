import type { Limiter, Quota } from '../limits/createMemoryLimiter.ts'
import { RateLimitError } from '../limits/rateLimitError.ts'
import { currentProject, type WorkAccount } from '../limits/visitor.ts'
import { chargeRequests, turnsOf } from '../rpc/chargeRequests.ts'

type Limits = { limiter: Limiter; clientQuota: Quota; projectQuota: Quota }

/**
 * Charges a request's work as further requests of its client and project. The first was charged on arrival. Charging
 * delays no work: once a quota is used up, the request's next work is rejected, and so are later requests.
 */
export function createWorkAccount(limits: Limits, client: string): WorkAccount {
  let [units, turns, waitS] = [0, 1, 0]
  return {
    charge(more) {
      if (waitS > 0) throw new RateLimitError(waitS)
      units += more
      const due = turnsOf(units) - turns
      if (due <= 0) return
      turns += due
      void chargeRequests(limits, { client, project: currentProject() }, due).then(
        (seconds) => {
          waitS = Math.max(waitS, seconds)
        },
        () => {}, // not countable now: requests are still counted
      )
    },
  }
}
