import type { Ask } from '../chain.ts'
import { readQuantity, toQuantity } from './quantity.ts'
import { isNode, isSame, type Node } from './readReceipt.ts'

/** The transaction with which an account used up a number, and its block; undefined where no node that was asked can tell. */
export async function findTaker(
  { account, nonce, since = 0n }: { account: string; nonce: number; since?: bigint | undefined },
  ask: Ask,
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
 * The block in which the count of an account's transactions went past a number, by bisection. Nodes keep the state of some last
 * blocks only: it is looked for backwards from the last one in steps that double, as far as they remember.
 */
async function blockOfTurn(
  { account, nonce, since, head }: { account: string; nonce: number; since: bigint; head: bigint },
  ask: Ask,
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
      // This far back it remembers nothing; half as far, it may.
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

/** How many transactions an account has sent, as things stood after a block. */
export const countAt = async (account: string, at: bigint | 'latest', ask: Ask): Promise<bigint> =>
  readQuantity(
    await ask({ method: 'eth_getTransactionCount', params: [account, at === 'latest' ? at : toQuantity(at)] }),
    'transaction count',
  )
