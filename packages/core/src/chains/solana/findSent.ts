import * as z from 'zod/mini'
import type { QueryChain } from '../chainQuery.ts'
import type { RequestedCall, Sent } from '../transfers.ts'
import { isRequestedTransaction } from './sendSigned.ts'
import { readCall } from './solanaCall.ts'

const signatures = z.array(z.object({ signature: z.string(), blockTime: z.nullish(z.int()) }))
const shown = z.object({ transaction: z.tuple([z.string(), z.literal('base64')]) })
/** How far the clocks of device and network may differ. */
const clockMs = 60_000

/** Finds the transaction of a wallet that sends by itself, among the account's later ones. */
export async function findSent(
  { from, call, askedAt, isKnown }: RequestedCall,
  ask: QueryChain,
): Promise<Sent | undefined> {
  const options = { limit: 20, commitment: 'confirmed' }
  const list = signatures.parse(await ask({ method: 'getSignaturesForAddress', params: [from, options] }))
  const { transaction } = readCall(call)
  for (const { signature, blockTime } of list) {
    if (!blockTime || blockTime * 1000 < askedAt - clockMs || isKnown(signature)) continue
    const config = { encoding: 'base64', commitment: 'confirmed', maxSupportedTransactionVersion: 0 }
    const { success, data } = z.safeParse(shown, await ask({ method: 'getTransaction', params: [signature, config] }))
    if (success && isRequestedTransaction(data.transaction[0], transaction)) return { hash: signature }
  }
  return undefined
}
