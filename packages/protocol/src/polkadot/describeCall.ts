import { KitError } from '../error.ts'
import { decodeWhole, type Value, type VariantValue } from './decodeValue.ts'
import type { Metadata } from './metadata.ts'
import { hexOf } from './scale.ts'

/** A call's effects, by the runtime's own description. */
export type CallDescription = {
  /** As the runtime calls it: `Balances.transfer_keep_alive`. */
  name: string
  /**
   * The transfer out of the signer's account, if that is its only effect; the asset by its number, the chain's own coin
   * without.
   */
  move?: { to: Uint8Array; amount: bigint; asset?: string }
  /** The calls that it carries out one after the other. */
  steps?: readonly CallDescription[]
  /** Its arguments, by name, for people. */
  given: readonly { name: string; value: string }[]
}

const coinMoves = ['transfer_keep_alive', 'transfer_allow_death', 'transfer']
const assetMoves = ['transfer_keep_alive', 'transfer']
const bundles = ['batch', 'batch_all', 'force_batch']

/** Reads a call to the last byte; throws if it is not one of this runtime's. */
export function describeCall(metadata: Metadata, method: Uint8Array): CallDescription {
  const pallet = metadata.pallets.find(({ index }) => index === method[0])
  if (pallet?.calls === undefined) throw new KitError('invalid_input', { message: 'The runtime has no such call' })
  const call = decodeWhole(metadata, pallet.calls, method.subarray(1)) as VariantValue
  return described(metadata, pallet.name, call)
}

function described(metadata: Metadata, pallet: string, { variant, fields }: VariantValue): CallDescription {
  const names = fieldNames(metadata, pallet, variant)
  const given = fields.map((value, at) => ({ name: names[at] ?? String(at), value: valueText(value) }))
  const move = moveOf(pallet, variant, fields)
  const steps =
    pallet === 'Utility' && bundles.includes(variant)
      ? (fields[0] as readonly VariantValue[]).map((each) =>
          described(metadata, each.variant, each.fields[0] as VariantValue),
        )
      : undefined
  return { name: `${pallet}.${variant}`, given, ...(move && { move }), ...(steps && { steps }) }
}

function moveOf(pallet: string, variant: string, fields: readonly Value[]): CallDescription['move'] {
  const isCoin = pallet === 'Balances' && coinMoves.includes(variant) && fields.length === 2
  const isAsset = pallet === 'Assets' && assetMoves.includes(variant) && fields.length === 3
  if (!isCoin && !isAsset) return undefined
  const [target, amount] = fields.slice(-2) as [VariantValue, Value]
  const [to] = target.variant === 'Id' ? target.fields : []
  if (!(to instanceof Uint8Array) || to.length !== 32 || typeof amount !== 'bigint') return undefined
  return { to, amount, ...(isAsset && { asset: String(fields[0]) }) }
}

function fieldNames({ pallets, types }: Metadata, pallet: string, variant: string): readonly (string | undefined)[] {
  const calls = pallets.find(({ name }) => name === pallet)?.calls
  const def = calls === undefined ? undefined : types.get(calls)
  const match = def?.kind === 'variant' ? def.variants.find(({ name }) => name === variant) : undefined
  return match?.fields.map(({ name }) => name) ?? []
}

function valueText(value: Value): string {
  if (value instanceof Uint8Array) return hexOf(value)
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`
  if (isVariant(value))
    return value.fields.length > 0 ? `${value.variant}(${value.fields.map(valueText).join(', ')})` : value.variant
  return `{ ${Object.entries(value as Record<string, Value>)
    .map(([name, each]) => `${name}: ${valueText(each)}`)
    .join(', ')} }`
}

const isVariant = (value: object): value is VariantValue => 'variant' in value && 'fields' in value
