import { KitError } from '@billfold/protocol/error'
import { readAs } from '@billfold/protocol/solana/readAccounts'
import { solanaPrograms } from '@billfold/protocol/solana/solanaPrograms'
import { readSolanaTransaction, type SolanaInstruction } from '@billfold/protocol/solanaTransaction'
import { decodeBase64 } from '@billfold/protocol/wc/base64'
import * as z from 'zod/mini'
import type { Trace, TransferCall } from '../../model/transfer.ts'
import type { QueryChain, WalletRequest } from '../chainQuery.ts'
import type { Sent } from '../transfers.ts'
import { signedTransactions } from './signedTransactions.ts'
import { readCall, type SolanaCall } from './solanaCall.ts'

const whole = z.int().check(z.nonnegative())
const epochInfo = z.object({ absoluteSlot: whole, blockHeight: whole })

/** Instructions that wallets may add: priority fees, and outcome checks (Lighthouse). */
const additions: readonly string[] = [solanaPrograms.computeBudget, 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95']

export const signRequest = ({ from, transaction }: SolanaCall): WalletRequest => ({
  method: 'solana_signTransaction',
  // Broadcast at once, so a wallet that only signs what it sends may do so.
  params: { transaction, pubkey: from, maySend: true },
})

/**
 * Verifies what a wallet signed, and broadcasts it if it is the requested transfer. From then on it is tracked by its
 * signature, even if no node responded: it may have arrived.
 */
export async function sendSigned(answer: unknown, call: TransferCall, ask: QueryChain): Promise<Sent> {
  const requested = readCall(call)
  // A wallet may have used a newer blockhash, but none newer than now.
  const stand: Trace = await readStand('confirmed', ask).catch(() => ({})) // the first poll finds out
  if ((answer as { isSent?: unknown } | null)?.isSent === true) {
    const { signature } = (await readAnswerTo('solana_signAndSendTransaction', requested)(answer)) as {
      signature: string
    }
    return { hash: signature, trace: stand }
  }
  const signed = await readAnswerTo('solana_signTransaction', requested)(answer)
  const { transaction, signature } = signed as { transaction: string; signature: string }
  if (!isRequestedTransaction(transaction, requested.transaction))
    throw new KitError('wallet_answer_invalid', {
      message: 'The wallet signed a different transaction',
    })
  await broadcast(transaction, ask).catch((e: unknown) => {
    if (isRefused(e) && !isKnownAlready(e)) throw e
  })
  return { hash: signature, trace: { signed: transaction, ...stand } }
}

const readAnswerTo = (method: string, { from, transaction }: SolanaCall) =>
  signedTransactions({ method, params: { transaction } }, from)!

export const broadcast = (signed: string, ask: QueryChain, isChecked = true): Promise<unknown> =>
  ask({
    method: 'sendTransaction',
    params: [signed, { encoding: 'base64', preflightCommitment: 'confirmed', skipPreflight: !isChecked }],
  })

/** A node's position: its slot and block height. */
export async function readStand(commitment: 'confirmed' | 'finalized', ask: QueryChain) {
  const answer = await ask({ method: 'getEpochInfo', params: [{ commitment }] })
  const { absoluteSlot, blockHeight } = readAs(epochInfo, answer)
  return { slot: absoluteSlot, height: blockHeight }
}

/**
 * Whether a signed transaction contains exactly the requested instructions, in order, plus only what wallets may add.
 */
export function isRequestedTransaction(signed: string, requested: string): boolean {
  const [is, was] = [signed, requested].map((text) => readSolanaTransaction(decodeBase64(text)))
  const essence = ({ instructions }: { instructions: readonly SolanaInstruction[] }) =>
    instructions.filter(({ program }) => !additions.includes(program)).map(keyOf)
  return (
    JSON.stringify(is!.signers) === JSON.stringify(was!.signers) &&
    JSON.stringify(essence(is!)) === JSON.stringify(essence(was!))
  )
}

const keyOf = ({ program, accounts, data }: SolanaInstruction) => [program, accounts.map((at) => at ?? null), [...data]]

/** Node errors after preflight: it would fail, is unsigned, or is invalid. */
const refusalCodes: readonly unknown[] = [-32002, -32003, -32602]

/** Whether a node rejected it. Any other error is inconclusive: a node may have it. */
const isRefused = (e: unknown): boolean =>
  refusalCodes.includes((KitError.from(e).cause as { code?: unknown } | undefined)?.code)
const isKnownAlready = (e: unknown): boolean => /already been processed/i.test(KitError.from(e).message)
