import type { Limiter, Quota } from '../limits/createMemoryLimiter.ts'
import { takeForClient } from '../limits/takeForClient.ts'

const unitsPerTurn = 20

/** The number of requests that calls of this many units count as. */
export const turnsOf = (units: number): number => Math.max(1, Math.ceil(units / unitsPerTurn))

type Limits = { limiter: Limiter; clientQuota: Quota; projectQuota: Quota }

/** Charges requests to a client and its project; resolves with the seconds to wait, 0 if all fit. */
export async function chargeRequests(
  { limiter, clientQuota, projectQuota }: Limits,
  who: { client: string; project: string | undefined },
  turns: number,
): Promise<number> {
  for (let turn = 0; turn < turns; turn++) {
    const own = await takeForClient(limiter, 'client:', who.client, clientQuota)
    if (!own.isAllowed) return own.resetSeconds
    if (who.project === undefined) continue
    const all = await limiter.take(`project:${who.project}`, projectQuota)
    if (!all.isAllowed) return all.resetSeconds
  }
  return 0
}
