import { decodeValue, type Value, type VariantValue } from '@billfold/protocol/polkadot/decodeValue'
import type { Metadata } from '@billfold/protocol/polkadot/metadata'
import { hexOf } from '@billfold/protocol/polkadot/scale'

/** Something that went from one key to another (hex); the asset by its number, the chain's own coin without. */
export type PolkadotMove = { from: string; to: string; amount: bigint; asset?: string | undefined }
/** An extrinsic of a block as the block's events tell of it. */
export type ExtrinsicFacts = {
  index: number
  /** The account that paid the fee. */
  signer?: string | undefined
  failed: boolean
  moves: PolkadotMove[]
}

/**
 * A block's movements by extrinsic, with the signers. Movements without an extrinsic, such as a message from another
 * chain, are omitted.
 */
export function movesInBlock(metadata: Metadata, events: Uint8Array): ExtrinsicFacts[] {
  const type = metadata.pallets.find(({ name }) => name === 'System')?.values.Events
  if (type === undefined) return []
  const factsByIndex = new Map<number, ExtrinsicFacts>()
  for (const record of decodeValue(metadata, type, events) as readonly { phase: VariantValue; event: VariantValue }[]) {
    if (record.phase.variant !== 'ApplyExtrinsic') continue
    const index = Number(record.phase.fields[0])
    const facts = factsByIndex.get(index) ?? { index, failed: false, moves: [] }
    factsByIndex.set(index, facts)
    const [event] = record.event.fields as [VariantValue]
    note(facts, `${record.event.variant}.${event.variant}`, event.fields)
  }
  return [...factsByIndex.values()].filter(({ signer, moves }) => signer !== undefined || moves.length > 0)
}

function note(facts: ExtrinsicFacts, name: string, fields: readonly Value[]): void {
  if (name === 'System.ExtrinsicFailed') facts.failed = true
  else if (name === 'TransactionPayment.TransactionFeePaid' || name === 'AssetTxPayment.AssetTxFeePaid')
    facts.signer = keyIn(fields[0])
  else if (name === 'Balances.Transfer') move(facts, fields[0], fields[1], fields[2])
  else if (name === 'Assets.Transferred') move(facts, fields[1], fields[2], fields[3], String(fields[0]))
}

function move(facts: ExtrinsicFacts, from?: Value, to?: Value, amount?: Value, asset?: string): void {
  const [giver, taker] = [keyIn(from), keyIn(to)]
  if (giver && taker && typeof amount === 'bigint') facts.moves.push({ from: giver, to: taker, amount, asset })
}

const keyIn = (value: Value | undefined): string | undefined =>
  value instanceof Uint8Array && value.length === 32 ? hexOf(value) : undefined
