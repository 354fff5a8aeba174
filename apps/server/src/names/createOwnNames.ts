import { avatarOf } from '../providers/names/avatarOf.ts'
import { coinTypeOf } from '../providers/names/coinTypeOf.ts'
import { normalName } from '../providers/names/normalName.ts'
import type { NameSource } from '../providers/source.ts'
import type { Names } from './createNames.ts'
import { addressFor } from './ownName.ts'

/** The operator's own names as a name source. */
export function createOwnNames(names: Names): NameSource {
  return {
    id: 'own',
    async nameOf(address) {
      if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return undefined
      const [own] = await names.namesOf(address)
      return own && { name: own.name, avatar: avatarOf(own.attributes.avatar) }
    },
    async addressOf(name, _, chainId) {
      const normal = normalName(name)
      const own = normal ? await names.find(normal) : undefined
      const coin = chainId === undefined ? 60n : coinTypeOf(chainId)
      if (!own || coin === undefined) return undefined
      return addressFor(own, Number(coin)) ?? addressFor(own, 60)
    },
  }
}
