import { readAs } from '@billfold/protocol/solana/readAccounts'
import * as z from 'zod/mini'
import type { Refusal } from '../../model/transfer.ts'
import type { QueryChain } from '../chainQuery.ts'

const paid = z.array(z.object({ prioritizationFee: z.int().check(z.nonnegative()) }))

/** The network fee per signature, in lamports. */
const signatureFee = 5_000n
/** A transfer of the coin needs fewer units than this. */
export const plainUnits = 1_000
/** The minimum priority price per unit, in micro-lamports: a few lamports in total, ahead of those without one. */
const minPrice = 10_000n
/** The maximum priority fee, a thousandth of a coin, whatever others pay. */
const maxOffer = 1_000_000n

/** A unit price for fast inclusion: the recent upper quartile for these accounts, capped. */
export async function readPrice(writtenTo: readonly string[], ask: QueryChain): Promise<bigint> {
  const answer = readAs(paid, await ask({ method: 'getRecentPrioritizationFees', params: [writtenTo] }))
  const fees = answer.map(({ prioritizationFee }) => prioritizationFee).sort((a, b) => a - b)
  const usual = BigInt(fees[Math.floor(fees.length * 0.75)] ?? 0)
  return usual > minPrice ? usual : minPrice
}

/** Caps that price for the number of units. */
export function capPrice(price: bigint, units: number): bigint {
  const most = (maxOffer * 1_000_000n) / BigInt(units)
  return price < most ? price : most
}

/** The network fee of a transaction with one signature. */
export const feeFor = (units: number, price: bigint): bigint =>
  signatureFee + (BigInt(units) * price + 999_999n) / 1_000_000n

/** A remainder this small goes to the network, since accounts need a minimum balance. */
const crumbs = 100_000n

type Offer = { units: number; price: bigint; spare: bigint; least: bigint }

/**
 * The priority fee from the remaining funds. Sending everything leaves nothing, although the usual price has moved
 * since the maximum was shown: the offer is adjusted to fit.
 */
export function priorityFeeFor({
  units,
  price,
  spare,
  least,
}: Offer): { price: bigint; fee: bigint } | { refusal: Refusal } {
  const most = spare - signatureFee
  if (most < 0n) return { refusal: { kind: 'noFunds' } }
  const usual = feeFor(units, capPrice(price, units)) - signatureFee
  const left = most - usual
  if (left >= least || left === 0n) return { price: capPrice(price, units), fee: signatureFee + usual }
  if (left > crumbs) return { refusal: { kind: 'leavesTooLittle', least: `${least}` } }
  const fitting = (most * 1_000_000n) / BigInt(units)
  return { price: fitting, fee: feeFor(units, fitting) }
}
