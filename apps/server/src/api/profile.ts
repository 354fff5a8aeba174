import type { Profile, profileApi } from '@billfold/protocol/api/profile'
import type { Handlers } from '@billfold/protocol/contract'
import { KitError } from '@billfold/protocol/error'
import { createMemo } from '../caches/createMemo.ts'
import { badParameter } from '../http/badParameter.ts'
import type { CallContext } from '../http/serveContract.ts'
import { deadlineIn } from '../limits/deadlineIn.ts'
import { normalName } from '../providers/names/normalName.ts'
import { tryInOrder } from '../providers/source.ts'
import type { IdentityDeps } from './identity.ts'
import { settle } from './settle.ts'

/**
 * Answers whom a name stands for, so that clients can send to it. Kept only shortly: money goes where this says, and whoever owns a
 * name may change it. Only Ethereum's own record is told, because clients take the first one, whatever network they send on.
 */
export function profileHandlers(deps: IdentityDeps): Handlers<typeof profileApi, CallContext> {
  const { sources, breaker, metrics, deadlineMs = 6_000, ttlMs = 15_000 } = deps
  const memo = createMemo<Profile | undefined>({ ttlMs })

  async function look(name: string): Promise<Profile | undefined> {
    const trial = { signal: deadlineIn(deadlineMs * 2), deadlineMs, breaker, metrics, scope: 'names' }
    const answer = await tryInOrder(sources, (source, signal) => source.addressOf(name, signal), trial)
    return (
      answer && {
        name,
        registered: null,
        updated: null,
        addresses: { [ethereum]: { address: answer.value, created: null } },
        attributes: [],
        resolvedAt: new Date().toISOString(),
        source: answer.source,
      }
    )
  }

  return {
    getProfile: async ({ name, apiVersion }, { signal }) => {
      const normal = normalName(name)
      if (!normal) throw badParameter('name', 'This is not a name: write it like alice.eth.')
      const [found] = await settle([memo(normal, () => look(normal))], signal)
      if (found) return found
      if (apiVersion === '2') return []
      throw new KitError('not_found', { message: 'This name stands for no account.' })
    },
  }
}

/** Ethereum among coins (SLIP-44). */
const ethereum = '60'
