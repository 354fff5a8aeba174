import { hexOf, isSameBytes } from '@billfold/protocol/bytes'
import { KitError } from '@billfold/protocol/error'
import { decodeBase64 } from '@billfold/protocol/wc/base64'
import type { AskChain } from '../chain.ts'
import type { AskedCall, Sent, SentCall, Sighting, TransferCall } from '../transfers.ts'
import { broadcast, heightOf, spenderOf, standingOf, transactionOf } from './esplora.ts'
import { readPsbt, signedTransaction } from './psbt.ts'
import { type RawOutput, type RawTransaction, txidOf, writeTransaction } from './rawTransaction.ts'

/** A transaction this many blocks deep has never been reverted. */
const finalDepth = 6

/** The transaction that the wallet was asked to sign. */
export function askedOf({ psbt }: TransferCall): RawTransaction {
  if (typeof psbt !== 'string') throw new KitError('invalid_input', { message: 'No transaction' })
  return readPsbt(decodeBase64(psbt)).transaction
}

/**
 * Sends off what the wallet signed, if it is what was asked; a wallet that has sent it already gives its id. Where the network cannot be
 * reached, the signed transaction is kept and sent when it is next looked for: it may have arrived all the same.
 */
export async function readSent(answer: unknown, call: TransferCall, ask: AskChain): Promise<Sent> {
  const { psbt, txid } = (answer ?? {}) as { psbt?: unknown; txid?: unknown }
  if (typeof psbt !== 'string') {
    if (typeof txid === 'string' && /^[0-9a-f]{64}$/.test(txid)) return { hash: txid }
    throw new KitError('wallet_answer_invalid', { cause: answer })
  }
  const signed = signedTransaction(decodeBase64(psbt))
  if (!isSameBytes(bare(signed), bare(askedOf(call))))
    throw new KitError('wallet_answer_invalid', { message: 'The wallet signed another transaction' })
  const raw = hexOf(writeTransaction(signed))
  const hash = txidOf(signed)
  const sent: Sent = { hash, trace: { raw } }
  if (txid === hash) return sent
  try {
    await broadcast(raw, ask)
  } catch (e) {
    const error = KitError.from(e)
    // What the network itself refuses was not sent; one that has it already says so, too.
    if (error.code === 'invalid_input' && !isKnown(error)) throw error
  }
  return sent
}

const isKnown = ({ message }: KitError) => /already (?:in|known)|"code":-27/.test(message)

/** All of a transaction that a signature does not change. */
export const bare = ({ inputs, ...rest }: RawTransaction): Uint8Array =>
  writeTransaction({ ...rest, inputs: inputs.map((one) => ({ ...one, script: new Uint8Array(), witness: [] })) })

/** Looks for a transaction, and for what took its coins where it is gone. */
export async function lookFor({ hash, call, trace }: SentCall, ask: AskChain): Promise<Sighting> {
  const standing = await standingOf(hash, ask)
  if (!standing) return lookElsewhere(hash, call, trace?.raw, ask)
  // The wallet's own word was taken for what it sent: now that can be seen.
  const altered = !trace?.raw && !paysAsAsked(askedOf(call), (await transactionOf(hash, ask)).read.outputs)
  if (!standing.isConfirmed) return { state: 'pending', altered }
  return { state: 'included', succeeded: true, isFinal: await isDeep(standing.height, ask), altered }
}

const isDeep = async (height: number, ask: AskChain): Promise<boolean> =>
  (await heightOf(ask)) - height + 1 >= finalDepth

/** The transaction by which a wallet did what it was asked: it spends one of the coins, and pays the recipient. */
export async function findSent({ call, isKnown }: AskedCall, ask: AskChain): Promise<Sent | undefined> {
  const asked = askedOf(call)
  for (const { txid, index } of asked.inputs) {
    const spender = await spenderOf(txid, index, ask)
    if (!spender || isKnown(spender.by)) continue
    const { read } = await transactionOf(spender.by, ask)
    if (paysAsAsked(asked, read.outputs)) return { hash: spender.by }
  }
  return undefined
}

async function lookElsewhere(hash: string, call: TransferCall, raw: unknown, ask: AskChain): Promise<Sighting> {
  const asked = askedOf(call)
  for (const { txid, index } of asked.inputs) {
    const spender = await spenderOf(txid, index, ask)
    if (!spender) continue
    // One server knows its coins as spent before another knows of it.
    if (spender.by === hash) return { state: 'pending' }
    // One that waits may be replaced in its turn: only a block decides.
    if (!spender.isConfirmed) return { state: 'pending', by: spender.by }
    const [{ read }, standing] = await Promise.all([transactionOf(spender.by, ask), standingOf(spender.by, ask)])
    // Two servers may differ over a block: then no block has decided yet.
    if (!standing?.isConfirmed) return { state: 'pending', by: spender.by }
    const isFinal = await isDeep(standing.height, ask)
    return { state: 'replaced', by: spender.by, same: paysAsAsked(asked, read.outputs), succeeded: true, isFinal }
  }
  if (typeof raw !== 'string') return { state: 'unknown' }
  try {
    await broadcast(raw, ask)
    return { state: 'pending' }
  } catch {
    return { state: 'unknown' } // refused or not reached: the next look tries again
  }
}

/** Whether the recipient, who comes first, is paid what was asked; the change may differ by the fee. */
function paysAsAsked({ outputs: [asked] }: RawTransaction, outputs: readonly RawOutput[]): boolean {
  return (
    asked !== undefined &&
    outputs.some(({ value, script }) => value === asked.value && isSameBytes(script, asked.script))
  )
}
