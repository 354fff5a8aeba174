import { decodeValue, type Value, type VariantValue } from './decodeValue.ts'
import type { Metadata } from './metadata.ts'

export type ExtrinsicOutcome = { succeeded: boolean /** Why it failed, in the runtime's own words. */; error?: string }

/** The outcome of a block's extrinsic, by the events of the block; undefined if they do not show it. */
export function extrinsicOutcome(metadata: Metadata, events: Uint8Array, index: number): ExtrinsicOutcome | undefined {
  const type = metadata.pallets.find(({ name }) => name === 'System')?.values.Events
  if (type === undefined) return undefined
  for (const record of decodeValue(metadata, type, events) as readonly { phase: VariantValue; event: VariantValue }[]) {
    if (record.phase.variant !== 'ApplyExtrinsic' || record.phase.fields[0] !== BigInt(index)) continue
    if (record.event.variant !== 'System') continue
    const [event] = record.event.fields as [VariantValue]
    if (event.variant === 'ExtrinsicSuccess') return { succeeded: true }
    if (event.variant === 'ExtrinsicFailed') return { succeeded: false, error: errorName(metadata, event.fields[0]) }
  }
  return undefined
}

/** The name of an error: a pallet's own, or one of the runtime's kinds. */
function errorName(metadata: Metadata, value: Value | undefined): string {
  const { variant, fields } = value as VariantValue
  if (variant !== 'Module') {
    const inner = fields[0] as VariantValue | undefined
    return inner?.variant === undefined ? variant : `${variant}.${inner.variant}`
  }
  const [inner, older] = fields as [Value, Value?]
  const { index, error } =
    older === undefined ? (inner as { index: bigint; error: Value }) : { index: inner, error: older }
  const pallet = metadata.pallets.find((each) => BigInt(each.index) === index)
  const code = error instanceof Uint8Array ? error[0] : Number(error)
  const def = pallet?.errors === undefined ? undefined : metadata.types.get(pallet.errors)
  const name = def?.kind === 'variant' ? def.variants.find((each) => each.index === code)?.name : undefined
  return `${pallet?.name ?? `Pallet ${index}`}.${name ?? code}`
}
