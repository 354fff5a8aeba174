import * as z from 'zod/mini'
import type { AskChain } from '../chain.ts'
import type { SentCall, Sighting } from '../transfers.ts'
import { readAs } from './readAccounts.ts'
import { refusalOf } from './sendRefusal.ts'
import { broadcast, readHeight } from './sendSent.ts'

const statuses = z.object({
  value: z.tuple([
    z.nullable(z.object({ err: z.unknown(), confirmationStatus: z.enum(['processed', 'confirmed', 'finalized']) })),
  ]),
})

/**
 * What the chain knows of a transaction. One that no block holds is sent again, the same as before, until its blockhash is too old:
 * it can be included once at most, and after that never.
 */
export async function lookFor({ hash, trace = {} }: SentCall, ask: AskChain): Promise<Sighting> {
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
    ...(succeeded ? {} : { refusal: refusalOf(status.err) }),
  }
}
