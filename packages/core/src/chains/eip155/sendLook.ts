import type { Ask } from '../chain.ts'
import type { Gain, Refusal, SentCall, Sighting, Trace } from '../transfers.ts'
import { type EvmCall, readCall } from './evmCall.ts'
import { countAt, findTaker } from './findTaker.ts'
import { readQuantity, toQuantity } from './quantity.ts'
import { didSucceed, isNode, isSame, type Node, tokensGained } from './readReceipt.ts'
import { runsCode } from './sendPlan.ts'
import { refusalOf } from './sendRefusal.ts'

/** What counts as final where a node does not know which blocks are. */
const finalDepth = 64n

type Marks = {
  /** Its own number, by the node that has it. */
  nonce?: bigint | number
  /** How many the account had sent when the wallet was asked: its number is this at least. */
  count?: bigint | number
  /** The height then. */
  block?: bigint
}

/** Whose turn it is, and where the chain stood when the wallet was asked. */
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

/** What the chain knows of a transaction now. */
export async function lookFor({ hash, call, trace, gain }: SentCall, ask: Ask): Promise<Sighting> {
  const sent: Sought = { hash, call: readCall(call), gain, ...readTrace(trace) }
  const mined = await minedAs(sent, ask)
  if (mined) return mined
  const known = await ask({ method: 'eth_getTransactionByHash', params: [sent.hash] })
  if (isNode(known)) {
    // Another's transaction that carries the account's call takes no turn of the account's.
    const nonce = isSame(known.from, sent.call.from) ? { nonce: readQuantity(known.nonce, 'nonce') } : {}
    const altered = await isAltered(known, sent.call, ask)
    return { state: 'pending', trace: writeTrace({ ...sent, ...nonce }), altered }
  }
  const { nonce } = sent
  if (nonce === undefined || (await countAt(sent.call.from, 'latest', ask)) <= BigInt(nonce))
    return { state: 'unknown' }
  // Its turn is taken. By itself, perhaps, since we first asked.
  return (await minedAs(sent, ask)) ?? takenBy(sent, nonce, ask)
}

async function minedAs(sent: Sought, ask: Ask): Promise<Sighting | undefined> {
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

async function receiptOf(hash: unknown, ask: Ask): Promise<Node | undefined> {
  const receipt = await ask({ method: 'eth_getTransactionReceipt', params: [hash] })
  return isNode(receipt) && receipt.blockNumber !== null ? receipt : undefined
}

const blockOf = (receipt: Node): bigint => readQuantity(receipt.blockNumber, 'block')
const blockAt = (at: string, ask: Ask) => ask({ method: 'eth_getBlockByNumber', params: [at, false] })

/** Whether the block of a receipt is one that the chain keeps for good. */
async function isBeyondRecall(receipt: Node, ask: Ask): Promise<boolean> {
  const last = await blockAt('finalized', ask).catch(() => undefined) // older nodes know no such block
  const final =
    isNode(last) && last.number !== undefined
      ? readQuantity(last.number, 'block')
      : readQuantity(await ask({ method: 'eth_blockNumber', params: [] }), 'block number') - finalDepth
  const number = blockOf(receipt)
  if (number > final) return false
  const block = await blockAt(toQuantity(number), ask)
  return isNode(block) && block.hash === receipt.blockHash
}

/** What it brought: of a token by its transfers, of the coin by the account's balance around a block with nothing else of the account's. */
async function arrivalOf(receipt: Node, { gain, call }: Sought, ask: Ask): Promise<{ arrived?: string }> {
  if (!gain) return {}
  const { owner, token } = gain
  const came =
    token === undefined
      ? await coinsGained(receipt, call, ask).catch(() => undefined) // its node keeps no old balances
      : tokensGained(receipt, { owner, token })
  return came !== undefined && came >= 0n ? { arrived: `${came}` } : {}
}

async function coinsGained(receipt: Node, { from, value }: EvmCall, ask: Ask): Promise<bigint | undefined> {
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

/** Runs a failed transaction again as things stood before its block: a receipt does not say why. */
async function whyRefused(
  { from, to, value, input, data }: Node,
  block: bigint,
  ask: Ask,
): Promise<Refusal | undefined> {
  const call = { from, to, value, data: input ?? data }
  try {
    await ask({ method: 'eth_call', params: [call, toQuantity(block - 1n)] })
    return undefined
  } catch (e) {
    // A node that keeps no old state cannot tell, and then no one is told a guess.
    return refusalOf(e)
  }
}

/** What took its turn: only what was seen in a block did. */
async function takenBy(sent: Sought, nonce: number, ask: Ask): Promise<Sighting> {
  const { call, hash, block } = sent
  const other = await findTaker({ account: call.from, nonce, since: block }, ask)
  if (!other) return { state: 'overtaken' }
  const receipt = await receiptOf(other.hash, ask)
  // Its own block is there before its receipt is; another's receipt will come as well.
  if (isSame(other.hash, hash) || !receipt) return { state: 'pending' }
  const same = isWhatWasAsked(other, call)
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

/** Whether a wallet sent something else than it was asked for. */
async function isAltered(found: Node, call: EvmCall, ask: Ask): Promise<boolean> {
  if (isWhatWasAsked(found, call) && isSame(found.from, call.from)) return false
  if (!(await runsCode(call.from, ask))) return true
  // An account with code carries calls out by calling itself: then what was asked is inside, to the byte.
  if (isSame(found.from, call.from)) return !(isSame(found.to, call.from) && holds(found.input ?? found.data, call))
  // Another's transaction carries it: from outside it cannot be compared.
  return false
}

export const isWhatWasAsked = (found: Node, { to, value, data }: EvmCall): boolean =>
  isSame(found.to, to) && readQuantity(found.value, 'value') === value && isSame(found.input ?? found.data, data)

const holds = (input: unknown, { to, data }: EvmCall): boolean =>
  typeof input === 'string' && [to, data].every((part) => input.toLowerCase().includes(part.slice(2).toLowerCase()))
