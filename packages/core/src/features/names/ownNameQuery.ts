import type { NameAttributes } from '@billfold/protocol/api/signedName'
import type { Namespace } from '@billfold/protocol/caip'
import { familyOfCoin } from '@billfold/protocol/coinType'
import type { Kit } from '../../kit.ts'

/** What a name can tell of its owner, in the order it is asked for. */
export const toldBy = ['avatar', 'bio', 'url', 'twitter', 'github'] as const satisfies (keyof NameAttributes)[]

/** Where a name leads for a coin of another family. */
export type NameRecord = { coinType: number; family: Namespace; address: string }
/** A name that the account has of the operator, what it tells, and where it leads besides. */
export type OwnName = { name: string; attributes: NameAttributes; records: readonly NameRecord[] }

/** The account's own name under the operator's; null where it has none. Forgotten with who the account is. */
export const ownNameQuery = (kit: Kit, { address, zone }: { address: string; zone: string }) => ({
  queryKey: ['identity', address, zone] as const,
  staleTime: 60_000,
  retry: false,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<OwnName | null> => {
    const names = await kit.api.getNames({ address, apiVersion: '2', coinTypes: 'all' }, signal)
    const own = names.find(({ name }) => name.endsWith(`.${zone}`))
    if (!own) return null
    const told = toldBy.flatMap((key) => {
      const text = own.attributes[0]?.[key]
      return typeof text === 'string' ? [[key, text]] : []
    })
    const records = Object.entries(own.addresses).flatMap(([coin, { address: to }]): NameRecord[] => {
      const family = familyOfCoin(Number(coin))
      // Anything could be told: what is no address of any kind is not shown as one.
      return family && family !== 'eip155' && /^[0-9A-Za-z]{1,128}$/.test(to)
        ? [{ coinType: Number(coin), family, address: to }]
        : []
    })
    return { name: own.name, attributes: Object.fromEntries(told), records }
  },
})
