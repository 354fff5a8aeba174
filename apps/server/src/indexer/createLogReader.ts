import { KitError } from '@billfold/protocol/error'
import * as z from 'zod/mini'
import { type AskNode, isMethodMissing, NodeAnswerError } from './askNode.ts'
import type { Hex } from './indexRows.ts'
import { logs as logsSchema, type NodeLog } from './nodeAnswers.ts'

export type LogFilter = { topics: readonly (Hex | readonly Hex[] | null)[] }
/** Logs of the blocks from `from` to `to`, both included. */
export type ReadLogs = (from: number, to: number, filter: LogFilter) => Promise<NodeLog[]>

/**
 * `eth_getLogs` over ranges of any size. Nodes reject large ones, each with its own error: any rejected range is
 * retried in halves, and a success lengthens the next one.
 */
export function createLogReader(ask: AskNode, most = 2_000): ReadLogs {
  let size = most
  return async (from, to, { topics }) => {
    const found: NodeLog[] = []
    for (let at = from; at <= to; ) {
      const end = Math.min(to, at + size - 1)
      try {
        const part = await ask(logsSchema, 'eth_getLogs', [{ fromBlock: toHex(at), toBlock: toHex(end), topics }])
        for (const log of part) {
          if (log.removed) continue
          if (log.blockNumber < at || log.blockNumber > end)
            throw new NodeAnswerError('The node returned logs of other blocks from eth_getLogs.')
          found.push(log)
        }
        if (end - at + 1 === size) size = Math.min(most, size * 2)
        at = end + 1
      } catch (e) {
        if (!isRefusal(e)) throw e
        if (end === at) {
          // A single block that is too much: its receipts hold the same, and nodes do not count those.
          found.push(...(await logsOfReceipts(ask, at, topics, e)))
          at++
          continue
        }
        size = Math.max(1, Math.floor((end - at + 1) / 2))
      }
    }
    return found
  }
}

async function logsOfReceipts(ask: AskNode, number: number, topics: LogFilter['topics'], refusal: unknown) {
  const receipts = await ask(z.array(z.object({ logs: logsSchema })), 'eth_getBlockReceipts', [toHex(number)]).catch(
    (e) => {
      throw isMethodMissing(e) ? refusal : e
    },
  )
  const logs = receipts.flatMap((receipt) => receipt.logs)
  if (logs.some(({ blockNumber }) => blockNumber !== number))
    throw new NodeAnswerError('The node returned receipts of another block.')
  return logs.filter((log) => topics.every((wanted, i) => wanted === null || isAmong(log.topics[i], wanted)))
}

const isAmong = (topic: Hex | undefined, wanted: Hex | readonly Hex[]) =>
  topic !== undefined && (typeof wanted === 'string' ? topic === wanted : wanted.includes(topic))

/** Worth asking for less: anything but a wrong answer, a stop, or a plea to ask less often. */
function isRefusal(e: unknown): boolean {
  if (e instanceof NodeAnswerError) return false
  return !(e instanceof KitError && e.code === 'aborted')
}

export const toHex = (n: number): Hex => `0x${n.toString(16)}`
