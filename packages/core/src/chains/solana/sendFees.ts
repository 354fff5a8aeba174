import { readAs } from '@billfold/protocol/solana/readAccounts'
import * as z from 'zod/mini'
import type { AskChain } from '../chain.ts'
import type { Refusal } from '../transfers.ts'

const paid = z.array(z.object({ prioritizationFee: z.int().check(z.nonnegative()) }))

/** What the network takes for one signature, in lamports. */
export const signatureFee = 5_000n
/** A transfer of the coin needs fewer units than this. */
export const plainUnits = 1_000
/** What is offered at least for a unit, in millionths of a lamport: a few lamports in all, and a place before those who offer nothing. */
const leastPrice = 10_000n
/** More than a thousandth of a coin is offered to no one, whatever others pay at that moment. */
const mostOffered = 1_000_000n

/** What to offer for a unit of computation so that it is taken soon: what three of four lately paid for these accounts, or less. */
export async function readPrice(writtenTo: readonly string[], ask: AskChain): Promise<bigint> {
  const answer = readAs(paid, await ask({ method: 'getRecentPrioritizationFees', params: [writtenTo] }))
  const fees = answer.map(({ prioritizationFee }) => prioritizationFee).sort((a, b) => a - b)
  const usual = BigInt(fees[Math.floor(fees.length * 0.75)] ?? 0)
  return usual > leastPrice ? usual : leastPrice
}

/** That price within reason: so much for so many units. */
export function withinReason(price: bigint, units: number): bigint {
  const most = (mostOffered * 1_000_000n) / BigInt(units)
  return price < most ? price : most
}

/** What the network takes for a transaction with one signature. */
export const feeFor = (units: number, price: bigint): bigint =>
  signatureFee + (BigInt(units) * price + 999_999n) / 1_000_000n

/** So few lamports are given to the network rather than left where an account must hold more. */
const crumbs = 100_000n

type Offer = { units: number; price: bigint; spare: bigint; least: bigint }

/**
 * What is offered to the network out of what is left to spend. Who sends all they have leaves nothing, although the usual price has moved
 * since they asked how much that is: the offer is made to fit.
 */
export function offerFor({ units, price, spare, least }: Offer): { price: bigint; fee: bigint } | { refusal: Refusal } {
  const most = spare - signatureFee
  if (most < 0n) return { refusal: { kind: 'noFunds' } }
  const usual = feeFor(units, withinReason(price, units)) - signatureFee
  const left = most - usual
  if (left >= least || left === 0n) return { price: withinReason(price, units), fee: signatureFee + usual }
  if (left > crumbs) return { refusal: { kind: 'leavesTooLittle', least: `${least}` } }
  const fitting = (most * 1_000_000n) / BigInt(units)
  return { price: fitting, fee: feeFor(units, fitting) }
}
