import type { Identity } from '@billfold/protocol/api/identity'
import { cleanText } from '@billfold/protocol/cleanText'
import type { Kit } from '../../kit.ts'
import { addressCache } from '../account/addressCache.ts'

const lifeMs = 300_000
const nameLength = 100

type IdentityResponse = Pick<Identity, 'name' | 'avatar'> & { zone?: string | undefined }
type Entry = { identity: IdentityResponse; timestamp: number }
const cache = addressCache<Entry>('@appkit/identity_cache', lifeMs, ({ identity }) => {
  const isText = (value: unknown) => value === null || typeof value === 'string'
  return typeof identity === 'object' && identity !== null && isText(identity.name) && isText(identity.avatar)
})

/** An account's name and avatar. The page shows the avatar only if our server proxies it. */
export type Profile = {
  name?: string
  avatar?: string
  /** The domain under which the operator issues names, if it does. */
  zone?: string | undefined
}

/** The identity of an address, from names on the chain. */
export const identityQuery = (kit: Kit, { address }: { address: string }) => ({
  queryKey: ['identity', address] as const,
  staleTime: lifeMs,
  retry: false,
  initialData: () => {
    const known = cache.read(kit, address)
    return known && profileOf(kit, known.identity)
  },
  initialDataUpdatedAt: () => cache.read(kit, address)?.timestamp,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<Profile> => {
    const { name, avatar, zone } = await kit.api.getIdentity({ address }, signal)
    const identity = { name, avatar, zone }
    cache.write(kit, address, { identity }, signal)
    return profileOf(kit, identity)
  },
})

function profileOf(kit: Kit, { name, avatar, zone }: IdentityResponse): Profile {
  const clean = cleanText(name, nameLength)
  const isOwn = avatar?.startsWith('data:image/') || avatar?.startsWith(`${kit.options.apiUrl.replace(/\/$/, '')}/`)
  return {
    ...(clean ? { name: clean } : {}),
    ...(avatar && isOwn ? { avatar } : {}),
    zone,
  }
}
