import { schemaOf } from '@billfold/protocol/settings/setting'
import { sourceLimitSettings } from '@billfold/protocol/settings/sourceSettings'
import { createFairRate, type FairRate } from '../../limits/createFairRate.ts'
import type { Quota } from '../../limits/createMemoryLimiter.ts'
import { readEnvironment } from '../../process/readEnvironment.ts'

const units = { s: 1_000, min: 60_000, h: 3_600_000 } as const
/** Limits of services without keys. For services with plans the operator sets theirs, or it is learned. */
const known: Readonly<Record<string, Quota>> = {
  kyberswap: { limit: 3, windowMs: units.s },
}

/** The rate of a service's account by its id: one for all clients of that account. */
export function readSourceLimits(env: NodeJS.ProcessEnv): (id: string, usual?: Quota) => FairRate {
  const { SOURCE_LIMITS = '' } = readEnvironment(schemaOf(sourceLimitSettings), env)
  const given = new Map(
    SOURCE_LIMITS.split(',').map((word): [string, Quota] => {
      const [, id = '', limit, unit] = /^(\w+)=(\d+)\/(\w+)$/.exec(word) ?? []
      return [id, { limit: Number(limit), windowMs: units[unit as keyof typeof units] }]
    }),
  )
  const rates = new Map<string, FairRate>()
  return (id, usual = known[id]) => {
    const rate = rates.get(id) ?? createFairRate({ quota: given.get(id) ?? usual })
    rates.set(id, rate)
    return rate
  }
}
