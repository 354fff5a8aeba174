import type { QueryWallet } from '../chainQuery.ts'
import type { RequestedCall, Sent } from '../transfers.ts'
import { readCall } from './evmCall.ts'
import { countAt, findTaker } from './findTaker.ts'
import { isRequestedTransaction, readTrace, writeTrace } from './transactionStatus.ts'

/** Checks this many of the account's later transactions: the wallet may have sent others first. */
const maxNonces = 8

/** Finds the wallet's transaction for a request, among the account's later ones. */
export async function findSent(
  { from, call, trace, isKnown }: RequestedCall,
  ask: QueryWallet,
): Promise<Sent | undefined> {
  const { count, block } = readTrace(trace)
  if (count === undefined) return undefined
  const requested = readCall(call)
  const end = Math.min(Number(await countAt(from, 'latest', ask)), count + maxNonces)
  for (let nonce = count; nonce < end; nonce++) {
    const taker = await findTaker({ account: from, nonce, since: block }, ask)
    if (!taker || !isRequestedTransaction(taker, requested) || isKnown(String(taker.hash))) continue
    return {
      hash: String(taker.hash).toLowerCase(),
      trace: writeTrace({ nonce, count, ...(block === undefined ? {} : { block }) }),
    }
  }
  return undefined
}
