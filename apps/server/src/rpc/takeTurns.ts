import type { Limiter, Quota } from '../limits/createMemoryLimiter.ts'

const callsPerTurn = 20

/** For how many requests a batch counts. */
export const turnsOf = (calls: number): number => Math.max(1, Math.ceil(calls / callsPerTurn))

type Limits = { limiter: Limiter; clientQuota: Quota; projectQuota: Quota }

/** Counts so many requests to a client and its project; resolves with the seconds to wait, 0 when there was room for all. */
export async function takeTurns(
  { limiter, clientQuota, projectQuota }: Limits,
  who: { client: string; project: string },
  turns: number,
): Promise<number> {
  for (let turn = 0; turn < turns; turn++) {
    const own = await limiter.take(`client:${who.client}`, clientQuota)
    if (!own.isAllowed) return own.resetSeconds
    const all = await limiter.take(`project:${who.project}`, projectQuota)
    if (!all.isAllowed) return all.resetSeconds
  }
  return 0
}
