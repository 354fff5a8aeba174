import * as z from 'zod/mini'
import { toAddress } from './abiWords.ts'
import { type LogFilter, type ReadLogs, toHex } from './createLogReader.ts'
import type { Tracer } from './createTracer.ts'
import type { Followed, WholeBlock } from './decodeBlock.ts'
import { eventTopics } from './eventTopics.ts'
import type { Hex } from './indexRows.ts'
import { mapConcurrently } from './mapConcurrently.ts'
import {
  block as blockSchema,
  type NodeBlock,
  type NodeLog,
  type NodeReceipt,
  receipt,
  receipts,
} from './nodeAnswers.ts'
import { isMethodMissing, NodeResponseError, type QueryNode } from './queryNode.ts'

/** Concurrent calls to one node: enough to keep it busy, few enough to be polite. */
const atOnce = 8
const everyTopic: LogFilter = { topics: [Object.values(eventTopics)] }

export type BlockReader = (from: number, to: number, followed: Followed) => Promise<WholeBlock[]>

/**
 * Reads whole blocks. A node may reorganize between two calls, and two nodes may share one URL: the result is verified
 * to be one history, each block the child of the one before and each log of its block; otherwise nothing is returned.
 */
export function createBlockReader(ask: QueryNode, readLogs: ReadLogs, trace: Tracer | undefined): BlockReader {
  let hasBlockReceipts = true

  async function readReceipts(block: NodeBlock, wanted: readonly Hex[]): Promise<Map<Hex, NodeReceipt>> {
    let blockReceipts: NodeReceipt[] | undefined
    if (hasBlockReceipts && wanted.length > 1) {
      try {
        blockReceipts = (await ask(z.nullable(receipts), 'eth_getBlockReceipts', [toHex(block.number)])) ?? []
      } catch (e) {
        if (!isMethodMissing(e)) throw e
        hasBlockReceipts = false
      }
    }
    blockReceipts ??= (
      await mapConcurrently(wanted, atOnce, (hash) => ask(z.nullable(receipt), 'eth_getTransactionReceipt', [hash]))
    ).filter((one) => one !== null)
    const byHash = new Map<Hex, NodeReceipt>()
    for (const one of blockReceipts) if (one.blockHash === block.hash) byHash.set(one.transactionHash, one)
    if (wanted.some((hash) => !byHash.has(hash)))
      throw new NodeResponseError('The node has no receipts for transactions that it returned.')
    return byHash
  }

  return async (from, to, followed) => {
    const numbers = Array.from({ length: to - from + 1 }, (_, i) => from + i)
    const [blocks, logs] = await Promise.all([
      mapConcurrently(numbers, atOnce, (number) =>
        ask(z.nullable(blockSchema), 'eth_getBlockByNumber', [toHex(number), true]),
      ),
      readLogs(from, to, everyTopic),
    ])
    const known = checkChain(blocks, from)
    const logsOf = checkLogs(known, logs)
    return mapConcurrently(known, atOnce, async (block) => {
      const internal = (await trace?.(block)) ?? new Map()
      const own = logsOf.get(block.hash) ?? new Map<Hex, NodeLog[]>()
      const wanted = block.transactions.filter(({ hash, from, to }) => {
        if (followed === 'everyone' || followed.has(from) || (to && followed.has(to))) return true
        if (
          internal
            .get(hash)
            ?.some((m: { sender: Hex; recipient: Hex }) => followed.has(m.sender) || followed.has(m.recipient))
        )
          return true
        return own.get(hash)?.some((log) => namesFollowed(log, followed)) ?? false
      })
      const ownReceipts = await readReceipts(
        block,
        wanted.map(({ hash }) => hash),
      )
      return { block, logs: own, receipts: ownReceipts, internal }
    })
  }
}

const namesFollowed = ({ topics }: NodeLog, followed: ReadonlySet<Hex>) =>
  topics.some((topic, i) => {
    const address = i > 0 ? toAddress(topic) : undefined
    return address !== undefined && followed.has(address)
  })

function checkChain(blocks: readonly (NodeBlock | null)[], from: number): NodeBlock[] {
  const known: NodeBlock[] = []
  for (const block of blocks) {
    if (!block) break // beyond the node's head: the rest comes later
    const before = known.at(-1)
    if (block.number !== from + known.length) throw new NodeResponseError('The node returned another block.')
    if (before && block.parentHash !== before.hash)
      throw new NodeResponseError('The chain was reorganized during the read.')
    if (block.transactions.some(({ transactionIndex }, i) => transactionIndex !== i))
      throw new NodeResponseError('The node returned transactions out of order.')
    known.push(block)
  }
  return known
}

function checkLogs(blocks: readonly NodeBlock[], logs: readonly NodeLog[]): Map<Hex, Map<Hex, NodeLog[]>> {
  const byNumber = new Map(blocks.map((block) => [block.number, block]))
  const logsByBlock = new Map<Hex, Map<Hex, NodeLog[]>>()
  const seen = new Set<string>()
  for (const log of logs) {
    const block = byNumber.get(log.blockNumber)
    if (!block) continue
    if (log.blockHash !== block.hash || block.transactions[log.transactionIndex]?.hash !== log.transactionHash)
      throw new NodeResponseError('The node returned logs of a different chain than its blocks.')
    const key = `${log.blockNumber}/${log.logIndex}`
    if (seen.has(key)) throw new NodeResponseError('The node returned the same log twice.')
    seen.add(key)
    const inBlock = logsByBlock.get(block.hash) ?? new Map<Hex, NodeLog[]>()
    logsByBlock.set(block.hash, inBlock)
    const inTransaction = inBlock.get(log.transactionHash) ?? []
    inBlock.set(log.transactionHash, inTransaction)
    inTransaction.push(log)
  }
  return logsByBlock
}
