import type { Profile } from '@billfold/protocol/api/profile'
import type { NameAttributes } from '@billfold/protocol/api/signedName'
import { evmChainOf } from '@billfold/protocol/coinType'
import { evmChecksum } from '@billfold/protocol/signin/evmChecksum'
import { sql } from 'kysely'
import type { NamesTables } from './namesTables.ts'

/** A name under the operator's own, with its owner and addresses. */
export type OwnName = {
  name: string
  owner: string
  /** The coins for which it resolves to its owner. */
  coinTypes: readonly number[]
  /** Addresses for other coins: accounts that agreed. */
  others: readonly { coinType: number; address: string; created: Date }[]
  attributes: NameAttributes
  registeredAt: Date
  updatedAt: Date
}

/** A name's other addresses, in one text beside its row. */
export const othersOf = sql<{ coinType: number; address: string; created: string }[]>`coalesce((
  select jsonb_agg(jsonb_build_object('coinType', coin_type, 'address', address, 'created', created_at) order by coin_type)
  from name_addresses where name_addresses.parent = names.parent and name_addresses.label = names.label and address is not null
), '[]')`

type Row = Pick<NamesTables['names'], 'label' | 'owner' | 'registered_at' | 'updated_at'> & {
  coin_types: string[]
  attributes: NameAttributes
  others: { coinType: number; address: string; created: string }[]
}

export const described = (row: Row, parent: string): OwnName => ({
  name: `${row.label}.${parent}`,
  owner: evmChecksum(`0x${row.owner.toString('hex')}`),
  coinTypes: row.coin_types.map(Number),
  others: row.others.map(({ created, ...other }) => ({ ...other, created: new Date(created) })),
  attributes: row.attributes,
  registeredAt: row.registered_at,
  updatedAt: row.updated_at,
})

/** A name's address for a coin. */
export const addressFor = ({ coinTypes, owner, others }: OwnName, coinType: number): string | undefined =>
  coinTypes.includes(coinType) ? owner : others.find((other) => other.coinType === coinType)?.address

/**
 * A name in the clients' form. Existing ones pay the first address they read, and numeric keys are sorted: unless all
 * are requested, records that would precede the first EVM account are omitted.
 */
export function toProfile(own: OwnName, coinTypes?: 'all'): Profile {
  const { name, owner, attributes, registeredAt, updatedAt } = own
  const all = [
    ...own.coinTypes.map((coinType) => ({ coinType, address: owner, created: registeredAt })),
    ...own.others,
  ].sort((a, b) => a.coinType - b.coinType)
  const first = all.findIndex(({ coinType }) => evmChainOf(coinType) !== undefined)
  const visible = coinTypes === 'all' ? all : all.slice(first)
  return {
    name,
    registered: registeredAt.toISOString(),
    updated: updatedAt.toISOString(),
    addresses: Object.fromEntries(
      visible.map(({ coinType, address, created }) => [coinType, { address, created: created.toISOString() }]),
    ),
    attributes: Object.keys(attributes).length > 0 ? [attributes] : [],
  }
}
