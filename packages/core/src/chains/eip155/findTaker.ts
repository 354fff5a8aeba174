import type { QueryWallet } from '../chainQuery.ts'
import { readQuantity, toQuantity } from './quantity.ts'
import { isNode, isSame, type Node } from './readReceipt.ts'

/** The transaction that used an account's nonce, and its block; undefined if no node knows. */
export async function findTaker(
  { account, nonce, since = 0n }: { account: string; nonce: number; since?: bigint | undefined },
  ask: QueryWallet,
): Promise<Node | undefined> {
  const head = readQuantity(await ask({ method: 'eth_blockNumber', params: [] }), 'block number')
  const at = await blockOfTurn({ account, nonce, since, head }, ask)
  if (at === undefined) return undefined
  const block = await ask({ method: 'eth_getBlockByNumber', params: [toQuantity(at), true] })
  const all: unknown = isNode(block) ? block.transactions : undefined
  if (!Array.isArray(all)) return undefined
  return all
    .filter(isNode)
    .find(
      ({ hash, from, nonce: own }) =>
        typeof hash === 'string' && isSame(from, account) && Number(readQuantity(own, 'nonce')) === nonce,
    )
}

/**
 * Finds the block in which an account's nonce passed a number, by bisection. Nodes keep the state of recent blocks
 * only: searches back from the head in doubling steps, as far as they remember.
 */
async function blockOfTurn(
  { account, nonce, since, head }: { account: string; nonce: number; since: bigint; head: bigint },
  ask: QueryWallet,
): Promise<bigint | undefined> {
  const isTaken = async (at: bigint) => (await countAt(account, at, ask)) > BigInt(nonce)
  let last = head
  if (!(await isTaken(last))) return undefined
  let first: bigint | undefined
  let step = 1n
  let isWhole = true
  while (first === undefined) {
    const at = last - step > since ? last - step : since
    if (at >= last) return undefined
    try {
      if (await isTaken(at)) last = at
      else first = at
      if (isWhole) step *= 2n
    } catch {
      // The state here is pruned; half as far back may not be.
      if (step === 1n) return undefined
      step /= 2n
      isWhole = false
    }
  }
  let before: bigint = first
  while (last - before > 1n) {
    const middle: bigint = (before + last) / 2n
    if (await isTaken(middle)) last = middle
    else before = middle
  }
  return last
}

/** An account's transaction count after a block. */
export const countAt = async (account: string, at: bigint | 'latest', ask: QueryWallet): Promise<bigint> =>
  readQuantity(
    await ask({ method: 'eth_getTransactionCount', params: [account, at === 'latest' ? at : toQuantity(at)] }),
    'transaction count',
  )
