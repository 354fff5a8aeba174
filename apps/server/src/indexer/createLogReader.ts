import { KitError } from '@billfold/protocol/error'
import * as z from 'zod/mini'
import type { Hex } from './indexRows.ts'
import { logs as logsSchema, type NodeLog } from './nodeAnswers.ts'
import { isMethodMissing, NodeResponseError, type QueryNode } from './queryNode.ts'

export type LogFilter = { topics: readonly (Hex | readonly Hex[] | null)[] }
/** Logs of the blocks from `from` to `to`, both included. */
export type ReadLogs = (from: number, to: number, filter: LogFilter) => Promise<NodeLog[]>

/**
 * `eth_getLogs` over ranges of any size. Nodes reject large ones, each with its own error: any rejected range is
 * retried in halves, and a success lengthens the next one.
 */
export function createLogReader(ask: QueryNode, most = 2_000): ReadLogs {
  let size = most
  return async (from, to, { topics }) => {
    const logs: NodeLog[] = []
    for (let at = from; at <= to; ) {
      const end = Math.min(to, at + size - 1)
      try {
        const part = await ask(logsSchema, 'eth_getLogs', [{ fromBlock: toHex(at), toBlock: toHex(end), topics }])
        for (const log of part) {
          if (log.removed) continue
          if (log.blockNumber < at || log.blockNumber > end)
            throw new NodeResponseError('The node returned logs of other blocks from eth_getLogs.')
          logs.push(log)
        }
        if (end - at + 1 === size) size = Math.min(most, size * 2)
        at = end + 1
      } catch (e) {
        if (!isRefusal(e)) throw e
        if (end === at) {
          // A single block is too large: its receipts have the same logs, without the limit.
          logs.push(...(await logsOfReceipts(ask, at, topics, e)))
          at++
          continue
        }
        size = Math.max(1, Math.floor((end - at + 1) / 2))
      }
    }
    return logs
  }
}

async function logsOfReceipts(ask: QueryNode, number: number, topics: LogFilter['topics'], refusal: unknown) {
  const receipts = await ask(z.array(z.object({ logs: logsSchema })), 'eth_getBlockReceipts', [toHex(number)]).catch(
    (e) => {
      throw isMethodMissing(e) ? refusal : e
    },
  )
  const logs = receipts.flatMap((receipt) => receipt.logs)
  if (logs.some(({ blockNumber }) => blockNumber !== number))
    throw new NodeResponseError('The node returned receipts of another block.')
  return logs.filter((log) => topics.every((wanted, i) => wanted === null || isAmong(log.topics[i], wanted)))
}

const isAmong = (topic: Hex | undefined, wanted: Hex | readonly Hex[]) =>
  topic !== undefined && (typeof wanted === 'string' ? topic === wanted : wanted.includes(topic))

/** Worth a smaller range: anything but an invalid response, a stop, or a rate limit. */
function isRefusal(e: unknown): boolean {
  if (e instanceof NodeResponseError) return false
  return !(e instanceof KitError && e.code === 'aborted')
}

export const toHex = (n: number): Hex => `0x${n.toString(16)}`
