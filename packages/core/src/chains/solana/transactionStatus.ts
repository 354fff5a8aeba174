import { readAs } from '@billfold/protocol/solana/readAccounts'
import * as z from 'zod/mini'
import type { TransferCall } from '../../model/transfer.ts'
import type { QueryChain } from '../chainQuery.ts'
import type { SentCall, TransactionStatus } from '../transfers.ts'
import { refusalOf } from './sendRefusal.ts'
import { broadcast, isRequestedTransaction } from './sendSigned.ts'
import { readCall } from './solanaCall.ts'

const context = z.object({ slot: z.int().check(z.nonnegative()) })
const statuses = z.object({
  context,
  value: z.tuple([
    z.nullable(z.object({ err: z.unknown(), confirmationStatus: z.enum(['processed', 'confirmed', 'finalized']) })),
  ]),
})
const shown = z.object({ transaction: z.tuple([z.string(), z.literal('base64')]) })

/**
 * A transaction's status. One that no block contains is rebroadcast until its blockhash is invalid: it can be included
 * at most once, and then never. One that a wallet sent by itself may use a nonce, which never expires.
 */
export async function findTransactionStatus(
  { hash, from, call, trace = {} }: SentCall,
  ask: QueryChain,
): Promise<TransactionStatus> {
  const signed = typeof trace.signed === 'string' ? trace.signed : undefined
  // Without this code nothing expires; the rest still works.
  const lives = signed === undefined ? undefined : await import('./blockhashLife.ts').catch(() => undefined)
  const blockhash = signed === undefined ? undefined : lives?.blockhashOf(signed)
  // Before the status query: a transaction included in between must not count as lost.
  const life = blockhash === undefined ? undefined : await lives?.readLife(blockhash, trace, ask)
  const params = [[hash], { searchTransactionHistory: true }]
  const answer = readAs(statuses, await ask({ method: 'getSignatureStatuses', params }))
  const [status] = answer.value
  if (status) {
    if (status.confirmationStatus === 'processed') return { state: 'pending' }
    const succeeded = status.err === null
    return {
      state: 'included',
      succeeded,
      isFinal: status.confirmationStatus === 'finalized',
      // One that a wallet sent by itself has not been compared yet.
      ...(signed === undefined && (await isAltered(hash, call, ask)) ? { altered: true } : {}),
      ...(succeeded ? {} : { refusal: refusalOf(status.err) }),
    }
  }
  if (signed === undefined) return { state: 'unknown' }
  const ended = life?.trace.ended
  const { slot } = answer.context
  if (typeof ended === 'number' && (await lives?.wouldKnow({ ...trace, ended }, slot, { hash, from }, ask)))
    return { state: 'expired' }
  // Preflight ran when it was first sent; a failed rebroadcast changes nothing.
  if (ended === undefined) await broadcast(signed, ask, false).catch(() => undefined)
  return { state: 'pending', ...(life ? { trace: life.trace } : {}) }
}

/** Whether the wallet sent something different; false if the node does not have it. */
async function isAltered(hash: string, call: TransferCall, ask: QueryChain): Promise<boolean> {
  const config = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
  const { success, data } = z.safeParse(shown, await ask({ method: 'getTransaction', params: [hash, config] }))
  return success && !isRequestedTransaction(data.transaction[0], readCall(call).transaction)
}
