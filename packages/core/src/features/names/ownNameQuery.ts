import type { NameAttributes } from '@billfold/protocol/api/signedName'
import type { Kit } from '../../kit.ts'

/** What a name can tell of its owner, in the order it is asked for. */
export const toldBy = ['avatar', 'bio', 'url', 'twitter', 'github'] as const satisfies (keyof NameAttributes)[]

/** A name that the account has of the operator, and what it tells. */
export type OwnName = { name: string; attributes: NameAttributes }

/** The account's own name under the operator's; null where it has none. Forgotten with who the account is. */
export const ownNameQuery = (kit: Kit, { address, zone }: { address: string; zone: string }) => ({
  queryKey: ['identity', address, zone] as const,
  staleTime: 60_000,
  retry: false,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<OwnName | null> => {
    const names = await kit.api.getNames({ address, apiVersion: '2' }, signal)
    const own = names.find(({ name }) => name.endsWith(`.${zone}`))
    if (!own) return null
    const told = toldBy.flatMap((key) => {
      const text = own.attributes[0]?.[key]
      return typeof text === 'string' ? [[key, text]] : []
    })
    return { name: own.name, attributes: Object.fromEntries(told) }
  },
})
