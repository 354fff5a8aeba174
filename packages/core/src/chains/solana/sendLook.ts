import { readAs } from '@billfold/protocol/solana/readAccounts'
import * as z from 'zod/mini'
import type { AskChain } from '../chain.ts'
import type { SentCall, Sighting, TransferCall } from '../transfers.ts'
import { refusalOf } from './sendRefusal.ts'
import { broadcast, isWhatWasAsked, readHeight } from './sendSent.ts'
import { readCall } from './solanaCall.ts'

const statuses = z.object({
  value: z.tuple([
    z.nullable(z.object({ err: z.unknown(), confirmationStatus: z.enum(['processed', 'confirmed', 'finalized']) })),
  ]),
})
const shown = z.object({ transaction: z.tuple([z.string(), z.literal('base64')]) })

/**
 * What the chain knows of a transaction. One that no block holds is sent again, the same as before, until its blockhash is too old:
 * it can be included once at most, and after that never.
 */
export async function lookFor({ hash, call, trace = {} }: SentCall, ask: AskChain): Promise<Sighting> {
  const { signed, lastBlock } = trace
  // The height before the status: what a later block includes must not be taken for lost.
  const height = await readHeight('finalized', ask)
  const params = [[hash], { searchTransactionHistory: true }]
  const [status] = readAs(statuses, await ask({ method: 'getSignatureStatuses', params })).value
  if (!status) {
    if (typeof lastBlock === 'number' && height > lastBlock) return { state: 'expired' }
    if (typeof signed !== 'string') return { state: 'unknown' }
    // It was checked when it was first sent, and another try that fails changes nothing.
    await broadcast(signed, ask, false).catch(() => undefined)
    return { state: 'pending' }
  }
  if (status.confirmationStatus === 'processed') return { state: 'pending' }
  const succeeded = status.err === null
  return {
    state: 'included',
    succeeded,
    isFinal: status.confirmationStatus === 'finalized',
    // What a wallet sent by itself no one has compared yet.
    ...(signed === undefined && (await isAltered(hash, call, ask)) ? { altered: true } : {}),
    ...(succeeded ? {} : { refusal: refusalOf(status.err) }),
  }
}

/** Whether a wallet sent something else than it was asked for; not, where the node does not show it. */
async function isAltered(hash: string, call: TransferCall, ask: AskChain): Promise<boolean> {
  const config = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
  const { success, data } = z.safeParse(shown, await ask({ method: 'getTransaction', params: [hash, config] }))
  return success && !isWhatWasAsked(data.transaction[0], readCall(call).transaction)
}
