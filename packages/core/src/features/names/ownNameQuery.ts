import type { NameAttributes } from '@billfold/protocol/api/signedName'
import type { Namespace } from '@billfold/protocol/caip'
import { familyOfCoin } from '@billfold/protocol/coinType'
import type { Kit } from '../../kit.ts'

/** The attributes of a name, in display order. */
export const toldBy = ['avatar', 'bio', 'url', 'twitter', 'github'] as const satisfies (keyof NameAttributes)[]

/** The address that a name has for a coin of another family. */
export type NameRecord = { coinType: number; family: Namespace; address: string }
/** A name that the account has from the operator, its attributes, and its other addresses. */
export type OwnName = { name: string; attributes: NameAttributes; records: readonly NameRecord[] }

/** The account's own name in the operator's zone; null if it has none. Invalidated with the identity. */
export const ownNameQuery = (kit: Kit, { address, zone }: { address: string; zone: string }) => ({
  queryKey: ['identity', address, zone] as const,
  staleTime: 60_000,
  retry: false,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<OwnName | null> => {
    const names = await kit.api.getNames({ address, apiVersion: '2', coinTypes: 'all' }, signal)
    const own = names.find(({ name }) => name.endsWith(`.${zone}`))
    if (!own) return null
    const attributes = toldBy.flatMap((key) => {
      const text = own.attributes[0]?.[key]
      return typeof text === 'string' ? [[key, text]] : []
    })
    const records = Object.entries(own.addresses).flatMap(([coin, { address: to }]): NameRecord[] => {
      const family = familyOfCoin(Number(coin))
      // Records are untrusted: show only valid addresses.
      return family && family !== 'eip155' && /^[0-9A-Za-z]{1,128}$/.test(to)
        ? [{ coinType: Number(coin), family, address: to }]
        : []
    })
    return { name: own.name, attributes: Object.fromEntries(attributes), records }
  },
})
