import { KitError } from '@billfold/protocol/error'
import { readAs } from '@billfold/protocol/solana/readAccounts'
import { solanaPrograms } from '@billfold/protocol/solana/solanaPrograms'
import { readSolanaTransaction, type SolanaInstruction } from '@billfold/protocol/solanaTransaction'
import { decodeBase64 } from '@billfold/protocol/wc/base64'
import * as z from 'zod/mini'
import type { AskChain, WalletRequest } from '../chain.ts'
import type { Sent, Trace, TransferCall } from '../transfers.ts'
import { signedTransactions } from './signedTransactions.ts'
import { readCall, type SolanaCall } from './solanaCall.ts'

const whole = z.int().check(z.nonnegative())
const epochInfo = z.object({ absoluteSlot: whole, blockHeight: whole })

/** What wallets may add of their own: what they offer for speed, and checks of the outcome (Lighthouse). */
const additions: readonly string[] = [solanaPrograms.computeBudget, 'L2TExMFKdjpN9kozasaurPirfHy9P8sbXoAN1qA3S95']

export const signRequest = ({ from, transaction }: SolanaCall): WalletRequest => ({
  method: 'solana_signTransaction',
  // It is sent at once, so that a wallet which only signs what it sends may do so.
  params: { transaction, pubkey: from, maySend: true },
})

/**
 * Reads what a wallet signed, and sends it off. It is sent only if it is the transfer that was asked for. From then on it is followed by
 * its signature, also where no node has answered: it may have arrived.
 */
export async function sendSigned(answer: unknown, call: TransferCall, ask: AskChain): Promise<Sent> {
  const asked = readCall(call)
  // A wallet may have put in a newer blockhash, and none is newer than now.
  const stand: Trace = await readStand('confirmed', ask).catch(() => ({})) // the first look finds out
  if ((answer as { isSent?: unknown } | null)?.isSent === true) {
    const { signature } = (await readAnswerTo('solana_signAndSendTransaction', asked)(answer)) as { signature: string }
    return { hash: signature, trace: stand }
  }
  const signed = await readAnswerTo('solana_signTransaction', asked)(answer)
  const { transaction, signature } = signed as { transaction: string; signature: string }
  if (!isWhatWasAsked(transaction, asked.transaction))
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

export const broadcast = (signed: string, ask: AskChain, isChecked = true): Promise<unknown> =>
  ask({
    method: 'sendTransaction',
    params: [signed, { encoding: 'base64', preflightCommitment: 'confirmed', skipPreflight: !isChecked }],
  })

/** How far one node is: its slot, and how many blocks it has. */
export async function readStand(commitment: 'confirmed' | 'finalized', ask: AskChain) {
  const answer = await ask({ method: 'getEpochInfo', params: [{ commitment }] })
  const { absoluteSlot, blockHeight } = readAs(epochInfo, answer)
  return { slot: absoluteSlot, height: blockHeight }
}

/** Whether a signed transaction does all that was asked, in its order and to the byte, and nothing more than wallets may add. */
export function isWhatWasAsked(signed: string, asked: string): boolean {
  const [is, was] = [signed, asked].map((text) => readSolanaTransaction(decodeBase64(text)))
  const essence = ({ instructions }: { instructions: readonly SolanaInstruction[] }) =>
    instructions.filter(({ program }) => !additions.includes(program)).map(keyOf)
  return (
    JSON.stringify(is!.signers) === JSON.stringify(was!.signers) &&
    JSON.stringify(essence(is!)) === JSON.stringify(essence(was!))
  )
}

const keyOf = ({ program, accounts, data }: SolanaInstruction) => [program, accounts.map((at) => at ?? null), [...data]]

/** What a node says that has looked at a transaction and not passed it on: it would fail, it is not signed, or it is none. */
const refusalCodes: readonly unknown[] = [-32002, -32003, -32602]

/** Whether a node refused it. Anything else leaves it open: a node may have it although no one has heard from it. */
const isRefused = (e: unknown): boolean =>
  refusalCodes.includes((KitError.from(e).cause as { code?: unknown } | undefined)?.code)
const isKnownAlready = (e: unknown): boolean => /already been processed/i.test(KitError.from(e).message)
