import { networksOf } from '@billfold/protocol/rateLimitKey'
import type { Limiter, Quota, Verdict } from './createMemoryLimiter.ts'

/** The rejection of a client that is known to be over its limit, or to be in a network that is. */
export function refusalOf(limiter: Limiter, what: string, client: string, quota: Quota): Verdict | undefined {
  for (const { name, times } of networksOf(client)) {
    const verdict = limiter.refusal?.(what + name, { ...quota, limit: quota.limit * times })
    if (verdict) return verdict
  }
  return undefined
}

/**
 * Charges a client, as `clientAddress` names it, and its wider networks: each has a multiple of the quota, so that no
 * one has as many quotas as a network has addresses. Returns the first rejection, or the client's own verdict.
 */
export async function takeForClient(limiter: Limiter, what: string, client: string, quota: Quota): Promise<Verdict> {
  const [own, ...wider] = networksOf(client)
  const verdict = await limiter.take(`${what}${own!.name}`, quota)
  if (!verdict.isAllowed) return verdict
  for (const { name, times } of wider) {
    const { limit, windowMs } = quota
    const all = await limiter.take(`${what}${name}`, { limit: limit * times, windowMs })
    if (!all.isAllowed) return all
  }
  return verdict
}
