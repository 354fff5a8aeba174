import * as z from 'zod/mini'
import { lowerHex } from '../chains/eip155/hex.ts'
import { toHex } from './createLogReader.ts'
import type { Hex } from './indexRows.ts'
import { mapConcurrently } from './mapConcurrently.ts'
import type { NodeBlock, NodeTransaction } from './nodeAnswers.ts'
import { isMethodMissing, NodeResponseError, type QueryNode } from './queryNode.ts'

/** Native value that a contract moved, in execution order. */
export type InternalTransfer = { sender: Hex; recipient: Hex; amount: bigint }
/** Internal transfers of a block, by transaction hash. */
export type Tracer = (block: NodeBlock) => Promise<Map<Hex, InternalTransfer[]>>

const address = z.string().check(z.regex(/^0x[0-9a-f]{40}$/i))
const quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,64}$/i))
const frame = z.object({
  type: z.string(),
  from: address,
  to: z.optional(address),
  value: z.optional(quantity),
  error: z.optional(z.string()),
  calls: z.optional(z.array(z.unknown())),
})
const tracedBlock = z.array(z.object({ txHash: z.optional(z.string()), result: z.unknown() }))
const parityTrace = z.object({
  type: z.string(),
  action: z.record(z.string(), z.unknown()),
  result: z.nullish(z.record(z.string(), z.unknown())),
  error: z.optional(z.string()),
  traceAddress: z.array(z.int()),
  transactionHash: z.nullish(z.string()),
})
const callTracer = { tracer: 'callTracer' }
const most = 10_000

/** Reads internal transfers with whichever method the node supports, found out once; it may support none. */
export function createTracer(ask: QueryNode): Tracer {
  const ways = [byTraceBlock, byDebugBlock, byDebugTransaction]
  let known = 0
  return async (block) => {
    if (!block.transactions.some(runsCode)) return new Map()
    for (;;) {
      const way = ways[known]
      if (!way) return new Map()
      try {
        return await way(ask, block)
      } catch (e) {
        if (!isMethodMissing(e)) throw e
        // Several blocks are traced at once, and each gets the same rejection.
        if (ways[known] === way) known++
      }
    }
  }
}

/** A transaction with the gas of a plain payment cannot run a contract, whatever its recipient. */
const runsCode = ({ gas }: NodeTransaction) => gas > 21_000n

async function byTraceBlock(ask: QueryNode, block: NodeBlock) {
  const traces = await ask(z.array(parityTrace), 'trace_block', [toHex(block.number)])
  const transfers = new Map<Hex, InternalTransfer[]>()
  const reverted = new Set<string>()
  for (const { transactionHash, traceAddress, error } of traces)
    if (error && transactionHash) reverted.add(`${transactionHash}/${traceAddress.join('/')}`)
  for (const trace of traces) {
    const hash = trace.transactionHash && lowerHex(trace.transactionHash as Hex)
    if (!hash || trace.traceAddress.length === 0) continue
    const isUndone = trace.traceAddress.some((_, i) =>
      reverted.has(`${trace.transactionHash}/${trace.traceAddress.slice(0, i).join('/')}`),
    )
    const moved = trace.error || isUndone ? undefined : ofParity(trace)
    if (moved) add(transfers, hash, moved)
  }
  return transfers
}

function ofParity({ type, action, result }: z.infer<typeof parityTrace>): InternalTransfer | undefined {
  if (type === 'call' && action.callType === 'call') return transfer(action.from, action.to, action.value)
  if (type === 'create') return transfer(action.from, result?.address, action.value)
  if (type === 'suicide' || type === 'selfdestruct')
    return transfer(action.address, action.refundAddress, action.balance)
  return undefined
}

async function byDebugBlock(ask: QueryNode, block: NodeBlock) {
  const results = await ask(tracedBlock, 'debug_traceBlockByNumber', [toHex(block.number), callTracer])
  if (results.length !== block.transactions.length)
    throw new NodeResponseError('The node traced a different number of transactions than the block has.')
  const transfers = new Map<Hex, InternalTransfer[]>()
  for (const [i, { hash }] of block.transactions.entries())
    for (const moved of ofCallTree(results[i]?.result)) add(transfers, hash, moved)
  return transfers
}

async function byDebugTransaction(ask: QueryNode, block: NodeBlock) {
  const transfers = new Map<Hex, InternalTransfer[]>()
  await mapConcurrently(block.transactions.filter(runsCode), 8, async ({ hash }) => {
    const tree = await ask(z.unknown(), 'debug_traceTransaction', [hash, callTracer])
    for (const moved of ofCallTree(tree)) add(transfers, hash, moved)
  })
  return transfers
}

/** The value moved below the root call of a tree; a failed call moved nothing, nor did those it made. */
export function ofCallTree(tree: unknown): InternalTransfer[] {
  const moved: InternalTransfer[] = []
  // A stack instead of recursion: the contract's author decides how deep the tree is.
  const open: { node: unknown; isRoot: boolean }[] = [{ node: tree, isRoot: true }]
  for (let item = open.pop(); item; item = open.pop()) {
    const { success, data } = z.safeParse(frame, item.node)
    if (!success) throw new NodeResponseError('The node returned an invalid trace.')
    if (data.error) continue
    const movesValue = ['CALL', 'CREATE', 'CREATE2', 'SELFDESTRUCT'].includes(data.type)
    const transferred = !item.isRoot && movesValue ? transfer(data.from, data.to, data.value) : undefined
    if (transferred) moved.push(transferred)
    for (const call of (data.calls ?? []).toReversed()) open.push({ node: call, isRoot: false })
  }
  return moved
}

function transfer(from: unknown, to: unknown, value: unknown): InternalTransfer | undefined {
  const known = z.safeParse(z.tuple([address, address, quantity]), [from, to, value])
  if (!known.success) return undefined
  const [sender, recipient, amount] = known.data
  if (BigInt(amount) === 0n) return undefined
  return { sender: lowerHex(sender as Hex), recipient: lowerHex(recipient as Hex), amount: BigInt(amount) }
}

function add(transfers: Map<Hex, InternalTransfer[]>, hash: Hex, moved: InternalTransfer) {
  const list = transfers.get(hash) ?? []
  if (list.length < most) list.push(moved)
  transfers.set(hash, list)
}
