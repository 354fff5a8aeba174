import { readAccounts, readAs } from '@billfold/protocol/solana/readAccounts'
import { simulate } from '@billfold/protocol/solana/simulate'
import { solanaPrograms } from '@billfold/protocol/solana/solanaPrograms'
import { maxTransactionBytes } from '@billfold/protocol/solanaTransaction'
import { encodeBase64 } from '@billfold/protocol/wc/base64'
import * as z from 'zod/mini'
import type { Refusal } from '../../model/transfer.ts'
import type { QueryChain } from '../chainQuery.ts'
import type { Transfer, TransferPlan } from '../transfers.ts'
import { encodeTransaction } from './encodeTransaction.ts'
import { draftCoin, draftToken, memoBytes } from './sendDraft.ts'
import { capPrice, feeFor, plainUnits, priorityFeeFor, readPrice } from './sendFees.ts'
import { budget } from './sendInstructions.ts'
import { refusalOf } from './sendRefusal.ts'
import { writeCall } from './solanaCall.ts'

const latest = z.object({ value: z.object({ blockhash: z.string() }) })
const lamports = z.int().check(z.nonnegative())
/** The network's limit: simulation finds the actual need. */
const maxUnits = 1_400_000

/** Builds and simulates a transfer: whether it would succeed, its cost, and the amount to arrive. */
export async function planTransfer(transfer: Transfer, ask: QueryChain): Promise<TransferPlan> {
  const { from, to, token } = transfer
  const [[sender, recipient], blockhash, least, price] = await Promise.all([
    readAccounts([from, to], ask),
    readBlockhash(ask),
    readRent(0, ask),
    readPrice([from, to], ask),
  ])
  const isContract = recipient !== undefined && recipient.owner !== solanaPrograms.system
  const draft = token.address
    ? await draftToken(transfer, token.address, recipient, ask)
    : draftCoin(transfer, recipient, least)
  const { instructions, arrivesAt, amountIn } = draft
  const make = (units: number, offered: bigint) =>
    encodeTransaction({ payer: from, blockhash, instructions: [...budget(units, offered), ...instructions] })
  const isTooLarge =
    new TextEncoder().encode(transfer.memo).length > memoBytes || make(maxUnits, 0n).length > maxTransactionBytes
  const refused = (refusal: Refusal): TransferPlan => ({
    ...{ transfer, isContract, refusal },
    call: writeCall({ from, transaction: encodeBase64(make(maxUnits, 0n)) }),
  })
  if (draft.refusal || isTooLarge) return refused(draft.refusal ?? { kind: 'tooLarge' })

  const spare = (sender?.lamports ?? 0n) - (token.address ? 0n : transfer.amount)
  // A known compute need is simulated as sent: sending everything leaves nothing else to try with.
  const known = draft.units === undefined ? undefined : priorityFeeFor({ units: draft.units, price, spare, least })
  if (known && 'refusal' in known) return refused(known.refusal)
  const [[before], tried] = await Promise.all([
    readAccounts([arrivesAt], ask),
    simulate(make(draft.units ?? maxUnits, known?.price ?? 0n), [arrivesAt], ask),
  ])
  if (tried.error !== undefined) return refused(refusalOf(tried.error, least))
  const [after] = tried.after
  // Rent of the recipient's new account.
  const rent = token.address && after && !before ? after.lamports : 0n
  const units = draft.units ?? unitsFor(tried.units)
  const offer = known ?? priorityFeeFor({ units, price, spare: spare - rent, least })
  if ('refusal' in offer) return refused(offer.refusal)
  const fee = offer.fee + rent
  return {
    transfer,
    isContract,
    call: writeCall({ from, transaction: encodeBase64(make(units, offer.price)) }),
    fee: { most: fee, likely: fee },
    ...(after && to !== from ? { arrives: amountIn(after) - amountIn(before) } : {}),
  }
}

/** The compute limit: the simulated use and a margin, since accounts change meanwhile. */
const unitsFor = (used: number): number => Math.min(maxUnits, Math.max(plainUnits, Math.ceil(used * 1.2) + 300))

async function readBlockhash(ask: QueryChain): Promise<string> {
  const answer = await ask({ method: 'getLatestBlockhash', params: [{ commitment: 'confirmed' }] })
  return readAs(latest, answer).value.blockhash
}

/** The rent-exempt minimum for a size, in lamports. */
async function readRent(bytes: number, ask: QueryChain): Promise<bigint> {
  return BigInt(readAs(lamports, await ask({ method: 'getMinimumBalanceForRentExemption', params: [bytes] })))
}

/** The maximum of the coin: all but the fee. An account may be emptied, but not left below the minimum. */
export async function maxSendable(
  { from, to, balance }: { from: string; to?: string | undefined; balance: bigint },
  ask: QueryChain,
): Promise<bigint> {
  const fee = feeFor(plainUnits, capPrice(await readPrice([from, ...(to ? [to] : [])], ask), plainUnits))
  return balance > fee ? balance - fee : 0n
}

/** Approximate cost of a transfer; the plan includes a new token account. */
export const roughFee = async (_: unknown, ask: QueryChain): Promise<bigint> =>
  feeFor(plainUnits, capPrice(await readPrice([], ask), plainUnits))
