import type { Refusal, Trace } from '../../model/transfer.ts'
import type { QueryWallet } from '../chainQuery.ts'
import type { Gain, SentCall, TransactionStatus } from '../transfers.ts'
import { type EvmCall, readCall } from './evmCall.ts'
import { countAt, findTaker } from './findTaker.ts'
import { readQuantity, toQuantity } from './quantity.ts'
import { didSucceed, isNode, isSame, type Node, tokensGained } from './readReceipt.ts'
import { runsCode } from './sendPlan.ts'
import { refusalOf } from './sendRefusal.ts'

/** Fallback finality for nodes without a finalized block. */
const finalDepth = 64n

type Marks = {
  /** Its own nonce, from a node that has it. */
  nonce?: bigint | number
  /** The account's transaction count at the time of the request: a lower bound for its nonce. */
  count?: bigint | number
  /** The block height at that time. */
  block?: bigint
}

/** Stores the nonce, and the chain's position at the time of the request. */
export const writeTrace = ({ nonce, count, block }: Marks): Trace => ({
  ...(nonce === undefined ? {} : { nonce: Number(nonce) }),
  ...(count === undefined ? {} : { count: Number(count) }),
  ...(block === undefined ? {} : { block: `${block}` }),
})
export const readTrace = ({ nonce, count, block }: Trace = {}) => ({
  ...(typeof nonce === 'number' ? { nonce } : {}),
  ...(typeof count === 'number' ? { count } : {}),
  ...(typeof block === 'string' && /^\d+$/.test(block) ? { block: BigInt(block) } : {}),
})
type Sought = { hash: string; call: EvmCall; nonce?: number; count?: number; block?: bigint; gain: Gain | undefined }

/** A transaction's current status on chain. */
export async function findTransactionStatus(
  { hash, call, trace, gain }: SentCall,
  ask: QueryWallet,
): Promise<TransactionStatus> {
  const sent: Sought = { hash, call: readCall(call), gain, ...readTrace(trace) }
  const mined = await minedAs(sent, ask)
  if (mined) return mined
  const known = await ask({ method: 'eth_getTransactionByHash', params: [sent.hash] })
  if (isNode(known)) {
    // Another sender's transaction that carries the account's call uses none of its nonces.
    const nonce = isSame(known.from, sent.call.from) ? { nonce: readQuantity(known.nonce, 'nonce') } : {}
    const altered = await isAltered(known, sent.call, ask)
    return { state: 'pending', trace: writeTrace({ ...sent, ...nonce }), altered }
  }
  const { nonce } = sent
  if (nonce === undefined || (await countAt(sent.call.from, 'latest', ask)) <= BigInt(nonce))
    return { state: 'unknown' }
  // Its nonce is used, perhaps by itself meanwhile.
  return (await minedAs(sent, ask)) ?? takenBy(sent, nonce, ask)
}

async function minedAs(sent: Sought, ask: QueryWallet): Promise<TransactionStatus | undefined> {
  const receipt = await receiptOf(sent.hash, ask)
  if (!receipt) return undefined
  const known = await ask({ method: 'eth_getTransactionByHash', params: [sent.hash] })
  const succeeded = didSucceed(receipt, sent.call.from)
  const altered = isNode(known) && (await isAltered(known, sent.call, ask))
  if (succeeded === undefined) return { state: 'pending', altered }
  const isRefused = !succeeded && isNode(known) && isSame(known.from, sent.call.from)
  return {
    state: 'included',
    succeeded,
    isFinal: await isBeyondRecall(receipt, ask),
    altered,
    ...(isRefused ? { refusal: await whyRefused(known, blockOf(receipt), ask) } : {}),
    ...(succeeded ? await arrivalOf(receipt, sent, ask) : {}),
  }
}

async function receiptOf(hash: unknown, ask: QueryWallet): Promise<Node | undefined> {
  const receipt = await ask({ method: 'eth_getTransactionReceipt', params: [hash] })
  return isNode(receipt) && receipt.blockNumber !== null ? receipt : undefined
}

const blockOf = (receipt: Node): bigint => readQuantity(receipt.blockNumber, 'block')
const blockAt = (at: string, ask: QueryWallet) => ask({ method: 'eth_getBlockByNumber', params: [at, false] })

/** Whether a receipt's block is final. */
async function isBeyondRecall(receipt: Node, ask: QueryWallet): Promise<boolean> {
  const last = await blockAt('finalized', ask).catch(() => undefined) // older nodes do not know this block
  const final =
    isNode(last) && last.number !== undefined
      ? readQuantity(last.number, 'block')
      : readQuantity(await ask({ method: 'eth_blockNumber', params: [] }), 'block number') - finalDepth
  const number = blockOf(receipt)
  if (number > final) return false
  const block = await blockAt(toQuantity(number), ask)
  return isNode(block) && block.hash === receipt.blockHash
}

/**
 * The received amount: of a token by transfers, of the coin by the balance around a block without other activity of the
 * account.
 */
async function arrivalOf(receipt: Node, { gain, call }: Sought, ask: QueryWallet): Promise<{ arrived?: string }> {
  if (!gain) return {}
  const { owner, token } = gain
  const came =
    token === undefined
      ? await coinsGained(receipt, call, ask).catch(() => undefined) // the node is pruned
      : tokensGained(receipt, { owner, token })
  return came !== undefined && came >= 0n ? { arrived: `${came}` } : {}
}

async function coinsGained(receipt: Node, { from, value }: EvmCall, ask: QueryWallet): Promise<bigint | undefined> {
  if (!isSame(receipt.from, from)) return undefined
  const block = blockOf(receipt)
  const read = async (method: string, at: bigint) =>
    readQuantity(await ask({ method, params: [from, toQuantity(at)] }), method)
  const [after, before, count, countBefore] = await Promise.all([
    read('eth_getBalance', block),
    read('eth_getBalance', block - 1n),
    read('eth_getTransactionCount', block),
    read('eth_getTransactionCount', block - 1n),
  ])
  if (count - countBefore !== 1n) return undefined
  const { gasUsed, effectiveGasPrice, l1Fee } = receipt
  const gas = readQuantity(gasUsed, 'gas') * readQuantity(effectiveGasPrice, 'gas price')
  return after - before + gas + (l1Fee === undefined ? 0n : readQuantity(l1Fee, 'fee')) + value
}

/** Replays a failed transaction on the state before its block, since a receipt has no reason. */
async function whyRefused(
  { from, to, value, input, data }: Node,
  block: bigint,
  ask: QueryWallet,
): Promise<Refusal | undefined> {
  const call = { from, to, value, data: input ?? data }
  try {
    await ask({ method: 'eth_call', params: [call, toQuantity(block - 1n)] })
    return undefined
  } catch (e) {
    // A node without old state cannot tell; do not guess.
    return refusalOf(e)
  }
}

/** The transaction that used its nonce, only once mined. */
async function takenBy(sent: Sought, nonce: number, ask: QueryWallet): Promise<TransactionStatus> {
  const { call, hash, block } = sent
  const other = await findTaker({ account: call.from, nonce, since: block }, ask)
  if (!other) return { state: 'overtaken' }
  const receipt = await receiptOf(other.hash, ask)
  // Its block arrives before its receipt; another's receipt will follow as well.
  if (isSame(other.hash, hash) || !receipt) return { state: 'pending' }
  const same = isRequestedTransaction(other, call)
  const succeeded = didSucceed(receipt, call.from)
  return {
    state: 'replaced',
    by: String(other.hash),
    same,
    isFinal: await isBeyondRecall(receipt, ask),
    ...(succeeded === undefined ? {} : { succeeded }),
    ...(same && succeeded ? await arrivalOf(receipt, sent, ask) : {}),
  }
}

/** Whether the wallet sent something different. */
async function isAltered(transaction: Node, call: EvmCall, ask: QueryWallet): Promise<boolean> {
  if (isRequestedTransaction(transaction, call) && isSame(transaction.from, call.from)) return false
  if (!(await runsCode(call.from, ask))) return true
  // A smart EOA calls itself: the requested call is inside, byte for byte.
  if (isSame(transaction.from, call.from))
    return !(isSame(transaction.to, call.from) && holds(transaction.input ?? transaction.data, call))
  // Carried by another sender's transaction: cannot be compared.
  return false
}

export const isRequestedTransaction = (transaction: Node, { to, value, data }: EvmCall): boolean =>
  isSame(transaction.to, to) &&
  readQuantity(transaction.value, 'value') === value &&
  isSame(transaction.input ?? transaction.data, data)

const holds = (input: unknown, { to, data }: EvmCall): boolean =>
  typeof input === 'string' && [to, data].every((part) => input.toLowerCase().includes(part.slice(2).toLowerCase()))
