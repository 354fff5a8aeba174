import { hexOf, isSameBytes } from '@billfold/protocol/bytes'
import { KitError } from '@billfold/protocol/error'
import { decodeBase64 } from '@billfold/protocol/wc/base64'
import type { TransferCall } from '../../model/transfer.ts'
import type { QueryChain } from '../chainQuery.ts'
import type { RequestedCall, Sent, SentCall, TransactionStatus } from '../transfers.ts'
import { broadcast, heightOf, spenderOf, standingOf, transactionOf } from './esplora.ts'
import { readPsbt, signedTransaction } from './psbt.ts'
import { type RawOutput, type RawTransaction, txidOf, writeTransaction } from './rawTransaction.ts'

/** No transaction this deep has ever been reverted. */
const finalDepth = 6

/** The transaction of a wallet request. */
export function requestedOf({ psbt }: TransferCall): RawTransaction {
  if (typeof psbt !== 'string') throw new KitError('invalid_input', { message: 'Not a transaction' })
  return readPsbt(decodeBase64(psbt)).transaction
}

/**
 * Verifies and broadcasts the signed transaction; a wallet that already sent it returns its id. If the network is
 * unreachable, the signed transaction is stored and rebroadcast on the next poll: it may have arrived anyway.
 */
export async function readSent(answer: unknown, call: TransferCall, ask: QueryChain): Promise<Sent> {
  const { psbt, txid } = (answer ?? {}) as { psbt?: unknown; txid?: unknown }
  if (typeof psbt !== 'string') {
    if (typeof txid === 'string' && /^[0-9a-f]{64}$/.test(txid)) return { hash: txid }
    throw new KitError('wallet_answer_invalid', { cause: answer })
  }
  const signed = signedTransaction(decodeBase64(psbt))
  if (!isSameBytes(withoutSignatures(signed), withoutSignatures(requestedOf(call))))
    throw new KitError('wallet_answer_invalid', { message: 'The wallet signed a different transaction' })
  const raw = hexOf(writeTransaction(signed))
  const hash = txidOf(signed)
  const sent: Sent = { hash, trace: { raw } }
  if (txid === hash) return sent
  try {
    await broadcast(raw, ask)
  } catch (e) {
    const error = KitError.from(e)
    // A transaction that the network rejects was not sent, unless it is already known.
    if (error.code === 'invalid_input' && !isKnown(error)) throw error
  }
  return sent
}

const isKnown = ({ message }: KitError) => /already (?:in|known)|"code":-27/.test(message)

/** A transaction without its signatures. */
export const withoutSignatures = ({ inputs, ...rest }: RawTransaction): Uint8Array =>
  writeTransaction({ ...rest, inputs: inputs.map((one) => ({ ...one, script: new Uint8Array(), witness: [] })) })

/** A transaction's status; if it is gone, also of the one that spent its coins. */
export async function findTransactionStatus(
  { hash, call, trace }: SentCall,
  ask: QueryChain,
): Promise<TransactionStatus> {
  const standing = await standingOf(hash, ask)
  if (!standing) return findReplacement(hash, call, trace?.raw, ask)
  // The wallet reported the id without the transaction: now it can be compared.
  const altered = !trace?.raw && !paysAsAsked(requestedOf(call), (await transactionOf(hash, ask)).read.outputs)
  if (!standing.isConfirmed) return { state: 'pending', altered }
  return { state: 'included', succeeded: true, isFinal: await isDeep(standing.height, ask), altered }
}

const isDeep = async (height: number, ask: QueryChain): Promise<boolean> =>
  (await heightOf(ask)) - height + 1 >= finalDepth

/** Finds the wallet's transaction for a request: it spends one of the coins, and pays the recipient. */
export async function findSent({ call, isKnown }: RequestedCall, ask: QueryChain): Promise<Sent | undefined> {
  const requested = requestedOf(call)
  for (const { txid, index } of requested.inputs) {
    const spender = await spenderOf(txid, index, ask)
    if (!spender || isKnown(spender.by)) continue
    const { read } = await transactionOf(spender.by, ask)
    if (paysAsAsked(requested, read.outputs)) return { hash: spender.by }
  }
  return undefined
}

async function findReplacement(
  hash: string,
  call: TransferCall,
  raw: unknown,
  ask: QueryChain,
): Promise<TransactionStatus> {
  const requested = requestedOf(call)
  for (const { txid, index } of requested.inputs) {
    const spender = await spenderOf(txid, index, ask)
    if (!spender) continue
    // Servers may lag behind each other.
    if (spender.by === hash) return { state: 'pending' }
    // A pending replacement may itself be replaced: only a block decides.
    if (!spender.isConfirmed) return { state: 'pending', by: spender.by }
    const [{ read }, standing] = await Promise.all([transactionOf(spender.by, ask), standingOf(spender.by, ask)])
    // Servers may disagree on a block: then it is undecided.
    if (!standing?.isConfirmed) return { state: 'pending', by: spender.by }
    const isFinal = await isDeep(standing.height, ask)
    return { state: 'replaced', by: spender.by, same: paysAsAsked(requested, read.outputs), succeeded: true, isFinal }
  }
  if (typeof raw !== 'string') return { state: 'unknown' }
  try {
    await broadcast(raw, ask)
    return { state: 'pending' }
  } catch {
    return { state: 'unknown' } // rejected or unreachable: the next poll retries
  }
}

/** Whether the recipient, the first output, gets the requested amount; the change may differ by the fee. */
function paysAsAsked({ outputs: [requested] }: RawTransaction, outputs: readonly RawOutput[]): boolean {
  return (
    requested !== undefined &&
    outputs.some(({ value, script }) => value === requested.value && isSameBytes(script, requested.script))
  )
}
