import { KitError } from '@billfold/protocol/error'
import { extrinsicHash, type SignerPayload, signedBytes, writeExtrinsic } from '@billfold/protocol/polkadot/extrinsic'
import { bytesOf, hexOf, scaleReader } from '@billfold/protocol/polkadot/scale'
import { typedSignature } from '@billfold/protocol/polkadot/typedSignature'
import { rpcCodesOf } from '@billfold/protocol/walletError'
import type { TransferCall } from '../../model/transfer.ts'
import type { QueryChain } from '../chainQuery.ts'
import type { Sent } from '../transfers.ts'
import { keyOf } from './holdings.ts'
import { readPayload } from './payload.ts'
import { writeTrace } from './transactionStatus.ts'

/** Node errors for a rejected transaction; “already imported” is not among them. */
const refused = [1010, 1011, 1014, 1015, 1016]

/**
 * Adds the wallet's signature to the request, and broadcasts it. The signed transaction is tracked, even if no node
 * responds.
 */
export async function sendSigned(answer: unknown, call: TransferCall, ask: QueryChain): Promise<Sent> {
  const extrinsic = await signedExtrinsic(answer, readPayload(call), ask)
  const sent = hexOf(extrinsic)
  try {
    await ask({ method: 'author_submitExtrinsic', params: [sent] })
  } catch (e) {
    if (rpcCodesOf(KitError.from(e).cause).some((code) => refused.includes(code)))
      throw new KitError('transaction_rejected', {
        message: 'The network refused the transaction: nothing was sent',
        cause: e,
      })
  }
  return { hash: extrinsicHash(extrinsic), trace: writeTrace(sent) }
}

async function signedExtrinsic(answer: unknown, payload: SignerPayload, ask: QueryChain): Promise<Uint8Array> {
  const { signature, signedTransaction } = (answer ?? {}) as { signature?: unknown; signedTransaction?: unknown }
  const key = keyOf(payload.address)
  try {
    if (signedTransaction !== undefined && signedTransaction !== null) {
      const whole =
        typeof signedTransaction === 'string' ? bytesOf(signedTransaction) : (signedTransaction as Uint8Array)
      return await changedByWallet(whole, payload, key, ask)
    }
    return plain()
  } catch (e) {
    throw e instanceof KitError && e.code === 'account_mismatch'
      ? e
      : new KitError('wallet_answer_invalid', { cause: answer })
  }

  function plain(): Uint8Array {
    const typed = typedSignature(key, signedBytes(payload), bytesOf(signature))
    if (!typed) throw new KitError('account_mismatch')
    return writeExtrinsic(payload, key, typed)
  }
}

/**
 * The transaction that a wallet returns as a whole: with a metadata hash, which hardware wallets require, otherwise
 * identical to the request. The signature covers the hash: it is verified with it if the node provides enough to
 * compute it, otherwise the network decides.
 */
async function changedByWallet(
  whole: Uint8Array,
  payload: SignerPayload,
  key: Uint8Array,
  ask: QueryChain,
): Promise<Uint8Array> {
  const r = scaleReader(whole)
  if (r.length() !== r.left()) throw new KitError('wallet_answer_invalid')
  r.take(2 + 32)
  const kind = r.byte()
  const signature = Uint8Array.of(kind, ...r.take(kind === 2 ? 65 : 64))
  for (const mode of [1, 0]) {
    const expected = writeExtrinsic({ ...payload, mode }, key, signature)
    if (hexOf(expected) !== hexOf(whole)) continue
    const hash = mode === 1 ? await (await import('./metadataHash.ts')).metadataHash(payload, ask) : undefined
    if (mode === 1 && hash === undefined) return whole
    if (typedSignature(key, signedBytes({ ...payload, mode, metadataHash: hash }), signature)) return whole
    throw new KitError('account_mismatch')
  }
  throw new KitError('wallet_answer_invalid')
}
