import type { Ask } from '../chain.ts'
import type { Refusal, SentCall, Sighting, Trace } from '../transfers.ts'
import { type EvmCall, readCall } from './evmCall.ts'
import { readQuantity, toQuantity } from './quantity.ts'
import { runsCode } from './sendPlan.ts'
import { refusalOf } from './sendRefusal.ts'

/** How many blocks back a replacement is looked for; further back its hash stays unknown, which changes nothing. */
const blocksBack = 25n

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Whose turn it is, and the height when the wallet was asked. */
export const writeTrace = ({ nonce, block }: { nonce?: bigint; block?: bigint }): Trace => ({
  ...(nonce === undefined ? {} : { nonce: Number(nonce) }),
  ...(block === undefined ? {} : { block: `${block}` }),
})
const readTrace = ({ nonce, block }: Trace = {}) => ({
  ...(typeof nonce === 'number' ? { nonce } : {}),
  ...(typeof block === 'string' && /^\d+$/.test(block) ? { block: BigInt(block) } : {}),
})
type Sought = { hash: string; call: EvmCall; nonce?: number; block?: bigint }

/** What the chain knows of a transaction now. */
export async function lookFor({ hash, call, trace }: SentCall, ask: Ask): Promise<Sighting> {
  const sent: Sought = { hash, call: readCall(call), ...readTrace(trace) }
  const mined = await minedAs(sent, ask)
  if (mined) return mined
  const known = await ask({ method: 'eth_getTransactionByHash', params: [sent.hash] })
  if (isNode(known)) {
    const nonce = readQuantity(known.nonce, 'nonce')
    return { state: 'pending', trace: writeTrace({ ...sent, nonce }), altered: await isAltered(known, sent.call, ask) }
  }
  if (sent.nonce === undefined) return { state: 'unknown' }
  const params = [sent.call.from, 'latest']
  const count = readQuantity(await ask({ method: 'eth_getTransactionCount', params }), 'transaction count')
  if (count <= BigInt(sent.nonce)) return { state: 'unknown' }
  // Its turn is taken. By itself, perhaps, since we first asked.
  return (await minedAs(sent, ask)) ?? findReplacement(sent, sent.nonce, ask)
}

async function minedAs(sent: Sought, ask: Ask): Promise<Sighting | undefined> {
  const receipt = await ask({ method: 'eth_getTransactionReceipt', params: [sent.hash] })
  if (!isNode(receipt) || receipt.blockNumber === null) return undefined
  const known = await ask({ method: 'eth_getTransactionByHash', params: [sent.hash] })
  const succeeded = readQuantity(receipt.status, 'status') === 1n
  const block = readQuantity(receipt.blockNumber, 'block')
  return {
    state: 'included',
    succeeded,
    // A block that is taken back is rare here, and its transactions are as a rule in the next one.
    isFinal: true,
    altered: isNode(known) && (await isAltered(known, sent.call, ask)),
    ...(succeeded || !isNode(known) ? {} : { refusal: await whyRefused(known, block, ask) }),
  }
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

async function findReplacement({ call, block = 0n }: Sought, nonce: number, ask: Ask): Promise<Sighting> {
  const height = readQuantity(await ask({ method: 'eth_blockNumber', params: [] }), 'block number')
  const first = height > block + blocksBack ? height - blocksBack : block
  for (let at = height; at >= first && at >= 0n; at--) {
    const found = await ask({ method: 'eth_getBlockByNumber', params: [toQuantity(at), true] })
    const all =
      isNode(found) && Array.isArray(found.transactions) ? (found.transactions as unknown[]).filter(isNode) : []
    const other = all.find((t) => isSame(t.from, call.from) && Number(readQuantity(t.nonce, 'nonce')) === nonce)
    if (!other || typeof other.hash !== 'string') continue
    const receipt = await ask({ method: 'eth_getTransactionReceipt', params: [other.hash] })
    const succeeded = isNode(receipt) ? { succeeded: receipt.status === '0x1' } : {}
    return { state: 'replaced', by: other.hash, same: isWhatWasAsked(other, call), ...succeeded }
  }
  return { state: 'replaced', same: false }
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

const isWhatWasAsked = (found: Node, { to, value, data }: EvmCall): boolean =>
  isSame(found.to, to) && readQuantity(found.value, 'value') === value && isSame(found.input ?? found.data, data)

const holds = (input: unknown, { to, data }: EvmCall): boolean =>
  typeof input === 'string' && [to, data].every((part) => input.toLowerCase().includes(part.slice(2).toLowerCase()))

const isSame = (a: unknown, b: string): boolean => typeof a === 'string' && a.toLowerCase() === b.toLowerCase()
