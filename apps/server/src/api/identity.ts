import { createHash } from 'node:crypto'
import type { Identity, identityApi } from '@billfold/protocol/api/identity'
import { cleanText } from '@billfold/protocol/cleanText'
import type { Handlers } from '@billfold/protocol/contract'
import { createMemo } from '../caches/createMemo.ts'
import { lowerHex } from '../chains/eip155/hex.ts'
import { badParameter } from '../http/badParameter.ts'
import type { CallContext } from '../http/serveContract.ts'
import type { Pictures } from '../images/createPictures.ts'
import { avatarPath } from '../images/servePictures.ts'
import { deadlineIn } from '../limits/deadlineIn.ts'
import { type NameSource, probeNames, tryInOrder } from '../providers/source.ts'
import type { Breaker } from '../rpc/createBreaker.ts'
import type { UpstreamMetrics } from '../rpc/upstreamMetrics.ts'
import { settle } from './settle.ts'

export type IdentityDeps = {
  sources: readonly NameSource[]
  breaker: Breaker
  metrics?: UpstreamMetrics | undefined
  deadlineMs?: number
  ttlMs?: number
}
/** What is known of an account, its picture as its owner wrote it down. */
export type Identities = (address: string, signal: AbortSignal) => Promise<Identity>
type HandlersDeps = {
  identities: Identities
  pictures: Pick<Pictures, 'accepts'>
  /** Where the operator gives names away. */
  zone?: string | undefined
}

/** By which name and picture accounts go; that one has none is an answer too, and kept as long. */
export function createIdentities(deps: IdentityDeps): Identities {
  const { sources, breaker, metrics, deadlineMs = 6_000, ttlMs = 300_000 } = deps
  const memo = createMemo<Identity>({ ttlMs })
  // Our own names are a row away: nothing is remembered of them, so that a new one is told at once.
  const [own, asked] = [sources.find(({ id }) => id === 'own'), sources.filter(({ id }) => id !== 'own')]

  async function look(address: string): Promise<Identity> {
    const trial = {
      signal: deadlineIn(deadlineMs * 2),
      deadlineMs,
      breaker,
      metrics,
      scope: 'names',
      probe: probeNames,
    }
    const answer = await tryInOrder(asked, (source, signal) => source.nameOf(address, signal), trial)
    const resolvedAt = new Date().toISOString()
    if (!answer) return { name: null, avatar: null, resolvedAt }
    const { name, avatar } = answer.value
    return { name: cleanText(name, 255), avatar: avatar ?? null, resolvedAt, source: answer.source }
  }

  return async (address, signal) => {
    const key = lowerHex(address)
    const [answer] = await settle([memo(key, () => look(key))], signal)
    const found = answer!.name ? undefined : await own?.nameOf(key, signal)
    return found ? { ...answer!, name: found.name, avatar: found.avatar ?? null, source: 'own' } : answer!
  }
}

/** Tells who an account is. Its picture is shown by this server, so that a visitor's browser meets nobody else. */
export const identityHandlers = ({
  identities,
  pictures,
  zone,
}: HandlersDeps): Handlers<typeof identityApi, CallContext> => ({
  getIdentity: async ({ address }, { signal, baseUrl, keep }) => {
    if (!isEvm.test(address)) {
      if (!isOther.test(address)) throw badParameter('address', 'This is not an address of any chain.')
      keep(keptSeconds)
      return { name: null, avatar: null }
    }
    const { avatar, ...told } = await identities(address, signal)
    // A name that is ours, or may be any moment, is told at once.
    keep(zone && (told.source === 'own' || told.name === null) ? 0 : keptSeconds)
    const shown = pictures.accepts(avatar ?? undefined)
      ? // The text's mark in the address: another picture is another address, whatever a browser keeps.
        `${baseUrl}${avatarPath}/${address}?of=${createHash('sha256').update(avatar!).digest('hex').slice(0, 12)}`
      : null
    return { ...told, avatar: shown, ...(zone ? { zone } : {}) }
  },
})

const keptSeconds = 300
const isEvm = /^0x[0-9a-fA-F]{40}$/
/** Accounts of families whose names nobody here knows. */
const isOther = /^(?!0x)[0-9A-Za-z]{25,90}$/
