import { joinBytes } from '../bytes.ts'
import { KitError } from '../error.ts'
import type { Field, Metadata } from './metadata.ts'
import { compactBytes, uintBytes } from './scale.ts'

type Order = {
  to: Uint8Array
  amount: bigint
  /** By its number; the chain's own coin where there is none. */
  asset?: string | undefined
  /** All that the sender has of the asset. */
  isAll?: boolean
}

/**
 * The call that moves coins or an asset, as this runtime numbers it; the sender keeps at least the existential deposit,
 * unless it sends all of an asset. Throws on any mismatch: the same bytes may mean something else there.
 */
export function transferMethod(metadata: Metadata, { to, amount, asset, isAll }: Order): Uint8Array {
  const call = findCall(
    metadata,
    asset === undefined ? 'Balances' : 'Assets',
    asset !== undefined && isAll ? 'transfer' : 'transfer_keep_alive',
  )
  const [id, target, value] = asset === undefined ? [undefined, ...call.fields] : call.fields
  return joinBytes(
    Uint8Array.of(call.pallet, call.index),
    asset === undefined ? new Uint8Array() : numberOf(metadata, id, BigInt(asset), 4),
    accountOf(metadata, target, to),
    numberOf(metadata, value, amount, 16),
  )
}

function findCall({ pallets, types }: Metadata, name: string, call: string) {
  const pallet = pallets.find((each) => each.name === name)
  const calls = pallet?.calls === undefined ? undefined : types.get(pallet.calls)
  const match = calls?.kind === 'variant' ? calls.variants.find((each) => each.name === call) : undefined
  if (!pallet || !match || match.fields.length !== (name === 'Assets' ? 3 : 2)) throw unknown(`${name}.${call}`)
  return { pallet: pallet.index, index: match.index, fields: match.fields }
}

function accountOf({ types }: Metadata, field: Field | undefined, key: Uint8Array): Uint8Array {
  const def = field && types.get(field.type)
  if (def?.kind !== 'variant' || def.path.at(-1) !== 'MultiAddress') throw unknown('accounts')
  const id = def.variants.find(({ name }) => name === 'Id')
  if (id?.index !== 0 || id.fields.length !== 1) throw unknown('accounts')
  return joinBytes(Uint8Array.of(0), key)
}

function numberOf({ types }: Metadata, field: Field | undefined, value: bigint, length: number): Uint8Array {
  const def = field && types.get(field.type)
  const inner = def?.kind === 'compact' ? types.get(def.of) : def
  if (inner?.kind !== 'primitive' || inner.name !== `u${length * 8}`) throw unknown('amounts')
  return def?.kind === 'compact' ? compactBytes(value) : uintBytes(value, length)
}

const unknown = (what: string) =>
  new KitError('version_unsupported', { message: `This network has ${what} in an unsupported form` })
