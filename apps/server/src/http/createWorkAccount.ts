import { AskedTooMuch } from '../limits/askedTooMuch.ts'
import type { Limiter, Quota } from '../limits/createMemoryLimiter.ts'
import { projectNow, type WorkAccount } from '../limits/visitor.ts'
import { takeTurns, turnsOf } from '../rpc/takeTurns.ts'

type Limits = { limiter: Limiter; clientQuota: Quota; projectQuota: Quota }

/**
 * What the work of one request costs, counted as further requests of its client and project. The first was counted on the way in. Counting
 * holds up no work: once it has come to the end of a quota, what the request does next is rejected, and so are the requests after it.
 */
export function createWorkAccount(limits: Limits, client: string): WorkAccount {
  let [units, turns, waitS] = [0, 1, 0]
  return {
    charge(more) {
      if (waitS > 0) throw new AskedTooMuch(waitS)
      units += more
      const due = turnsOf(units) - turns
      if (due <= 0) return
      turns += due
      void takeTurns(limits, { client, project: projectNow() }, due).then(
        (seconds) => {
          waitS = Math.max(waitS, seconds)
        },
        () => {}, // not countable now: requests are counted as far as that goes
      )
    },
  }
}
