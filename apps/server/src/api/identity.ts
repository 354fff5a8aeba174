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
import type { HoldsNft } from '../providers/names/createNftOwners.ts'
import { nftReference } from '../providers/names/nftReference.ts'
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
type Named = { name: string; avatar: string | undefined }
type IdentitiesDeps = IdentityDeps & { holdsNft: HoldsNft }
/** Finds an account's identity, with its avatar as its owner recorded it. */
export type Identities = (address: string, signal: AbortSignal) => Promise<Identity>
type HandlersDeps = {
  identities: Identities
  pictures: Pick<Pictures, 'accepts'>
  /** The parent of the names that the operator issues. */
  zone?: string | undefined
}

/** Finds accounts' names and avatars; caches a missing name as long as a found one. */
export function createIdentities(deps: IdentitiesDeps): Identities {
  const { sources, holdsNft, breaker, metrics, deadlineMs = 6_000, ttlMs = 300_000 } = deps
  const memo = createMemo<Identity>({ ttlMs })
  // Our own names are a row away: never cached, so that a new one is visible at once.
  const [own, others] = [sources.find(({ id }) => id === 'own'), sources.filter(({ id }) => id !== 'own')]

  /** A name's avatar. An NFT counts only if the account holds it: the record can name anyone's (ENSIP-12). */
  async function avatarIn(source: NameSource, { name, avatar }: Named, signal: AbortSignal): Promise<string | null> {
    const nft = nftReference(avatar)
    if (!nft) return avatar ?? null
    // The address of the name on the NFT's own chain; the name is shown even if that cannot be read now.
    const owner = await source.addressOf(name, signal, nft.chainId).catch(() => undefined)
    return owner && (await holdsNft(nft, owner)) ? avatar! : null
  }

  async function look(address: string): Promise<Identity> {
    const trial = {
      signal: deadlineIn(deadlineMs * 2),
      deadlineMs,
      breaker,
      metrics,
      scope: 'names',
      probe: probeNames,
    }
    const answer = await tryInOrder(others, (source, signal) => source.nameOf(address, signal), trial)
    const resolvedAt = new Date().toISOString()
    if (!answer) return { name: null, avatar: null, resolvedAt }
    const source = others.find(({ id }) => id === answer.source)!
    const avatar = await avatarIn(source, answer.value, deadlineIn(deadlineMs))
    return { name: cleanText(answer.value.name, 255), avatar, resolvedAt, source: answer.source }
  }

  return async (address, signal) => {
    const key = lowerHex(address)
    const [answer] = await settle([memo(key, () => look(key))], signal)
    const ownNamed = answer!.name ? undefined : await own?.nameOf(key, signal)
    if (!ownNamed || !own) return answer!
    return { ...answer!, name: ownNamed.name, avatar: await avatarIn(own, ownNamed, signal), source: 'own' }
  }
}

/** Finds an account's identity. This server serves the avatar, so that a visitor's browser contacts no one else. */
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
    const { avatar, ...identity } = await identities(address, signal)
    // Our own names, and those that may become ours at any moment, must be visible at once.
    keep(zone && (identity.source === 'own' || identity.name === null) ? 0 : keptSeconds)
    const shown =
      nftReference(avatar) || pictures.accepts(avatar ?? undefined)
        ? // A hash of the record in the URL: another picture has another URL, so browser caches stay correct.
          `${baseUrl}${avatarPath}/${address}?of=${createHash('sha256').update(avatar!).digest('hex').slice(0, 12)}`
        : null
    return { ...identity, avatar: shown, ...(zone ? { zone } : {}) }
  },
})

const keptSeconds = 300
const isEvm = /^0x[0-9a-fA-F]{40}$/
/** Accounts of families whose names this server does not know. */
const isOther = /^(?!0x)[0-9A-Za-z]{25,90}$/
