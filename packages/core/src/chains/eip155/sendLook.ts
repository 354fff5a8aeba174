import type { Ask } from '../chain.ts'
import type { SentCall, Sighting, TransferCall } from '../transfers.ts'
import { readQuantity, toQuantity } from './quantity.ts'
import { hasCode } from './sendPlan.ts'

/** How many blocks back a replacement is looked for; further back its hash stays unknown, which changes nothing. */
const blocksBack = 25n

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** What the chain knows of a transaction now. */
export async function lookFor(sent: SentCall, ask: Ask): Promise<Sighting> {
  const mined = await minedAs(sent, ask)
  if (mined) return mined
  const known = await ask({ method: 'eth_getTransactionByHash', params: [sent.hash] })
  if (isNode(known)) {
    const nonce = Number(readQuantity(known.nonce, 'nonce'))
    return { state: 'waiting', nonce, altered: await isAltered(known, sent.call, ask) }
  }
  if (sent.nonce === undefined) return { state: 'unknown' }
  const params = [sent.call.from, 'latest']
  const count = readQuantity(await ask({ method: 'eth_getTransactionCount', params }), 'transaction count')
  if (count <= BigInt(sent.nonce)) return { state: 'unknown' }
  // Its turn is taken. By itself, perhaps, since we first asked.
  return (await minedAs(sent, ask)) ?? findReplacement(sent, sent.nonce, ask)
}

async function minedAs(sent: SentCall, ask: Ask): Promise<Sighting | undefined> {
  const receipt = await ask({ method: 'eth_getTransactionReceipt', params: [sent.hash] })
  if (!isNode(receipt) || receipt.blockNumber === null) return undefined
  const known = await ask({ method: 'eth_getTransactionByHash', params: [sent.hash] })
  return {
    state: 'mined',
    succeeded: readQuantity(receipt.status, 'status') === 1n,
    block: readQuantity(receipt.blockNumber, 'block'),
    altered: isNode(known) && (await isAltered(known, sent.call, ask)),
  }
}

async function findReplacement({ call, block = 0n }: SentCall, nonce: number, ask: Ask): Promise<Sighting> {
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
async function isAltered(found: Node, call: TransferCall, ask: Ask): Promise<boolean> {
  if (isWhatWasAsked(found, call) && isSame(found.from, call.from)) return false
  // A contract account's call travels inside another's transaction: from outside it cannot be compared.
  return isSame(found.from, call.from) || !(await hasCode(call.from, ask))
}

const isWhatWasAsked = (found: Node, { to, value, data }: TransferCall): boolean =>
  isSame(found.to, to) && readQuantity(found.value, 'value') === value && isSame(found.input ?? found.data, data)

const isSame = (a: unknown, b: string): boolean => typeof a === 'string' && a.toLowerCase() === b.toLowerCase()
