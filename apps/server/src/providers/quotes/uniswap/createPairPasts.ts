import { KitError } from '@billfold/protocol/error'
import { isHex, numberToHex, toFunctionSelector } from 'viem'
import { createMemo } from '../../../caches/createMemo.ts'
import type { ChainRpc } from '../../../rpc/createRpc.ts'
import { wordAt } from '../../words.ts'
import type { Leg } from './routes.ts'

/** The prices of v2 pairs in the last minutes and now, as powers of 1.0001; undefined if unknown. */
export type PairPasts = (
  legs: readonly Leg[],
  signal: AbortSignal,
) => Promise<readonly (readonly number[] | undefined)[]>

const getReserves = toFunctionSelector('function getReserves()')
/** The middles of the minutes that v3's pools tell the means of. */
const secondsAgo = [270, 210, 150, 90, 30]
/** Every node has the states of as many blocks, an archive or not. */
const maxBlocks = 120n
const paceMs = 60_000

/**
 * Pairs of v2 keep no past, but nodes do: the last hundred blocks, which are the last minutes or, on a fast chain, as much of them as
 * there is.
 */
export function createPairPasts(rpc: ChainRpc, now: () => number = Date.now): PairPasts {
  const paces = createMemo<number>({ ttlMs: paceMs, now })

  async function blockAt(tag: string, signal: AbortSignal): Promise<{ height: bigint; at: number }> {
    const block = await rpc.call<{ number?: unknown; timestamp?: unknown } | null>(
      'eth_getBlockByNumber',
      [tag, false],
      signal,
    )
    const { number, timestamp } = block ?? {}
    if (!isHex(number) || !isHex(timestamp))
      throw new KitError('unavailable', { message: 'The node returned an invalid latest block.' })
    return { height: BigInt(number), at: Number(BigInt(timestamp)) }
  }

  /** Recent seconds per block; a chain's pace hardly changes. */
  const paceTo = (last: { height: bigint; at: number }, signal: AbortSignal) =>
    paces('pace', async () => {
      const first = await blockAt(numberToHex(oldest(last.height)), signal)
      return (last.at - first.at) / Math.max(1, Number(last.height - first.height))
    })

  return async (legs, signal) => {
    const last = await blockAt('latest', signal)
    const pace = await paceTo(last, signal)
    const floor = oldest(last.height)
    const heights = secondsAgo.map((seconds) => {
      // A chain whose blocks share a timestamp counts as stalled: use its oldest block.
      const back = pace > 0 ? BigInt(Math.min(Number(maxBlocks), Math.round(seconds / pace))) : maxBlocks
      return last.height - back < floor ? floor : last.height - back
    })
    const moments = [...heights, last.height].map((height) => numberToHex(height))
    const calls = legs.flatMap(({ pool }) =>
      moments.map((moment) => ({ method: 'eth_call', params: [{ to: pool, data: getReserves }, moment] })),
    )
    const answers = await rpc.batch(calls, signal)
    return legs.map((leg, index) => {
      const own = answers.slice(index * moments.length, (index + 1) * moments.length)
      const ticks = own.map((answer) => (answer.ok ? tickOf(leg, answer.result) : undefined))
      return ticks.every((tick) => tick !== undefined) ? ticks : undefined
    })
  }
}

const oldest = (height: bigint) => (height > maxBlocks ? height - maxBlocks : 0n)

/** The price of what is paid, by what the pair has of both. */
function tickOf({ from, to }: Leg, reserves: unknown): number | undefined {
  const [low, high] = isHex(reserves) ? [wordAt(reserves, 0), wordAt(reserves, 1)] : []
  if (!low || !high) return undefined
  const tick = Math.log(Number(high) / Number(low)) / Math.log(1.0001)
  // Reserves are in the order of the tokens' addresses.
  return BigInt(from) < BigInt(to) ? tick : -tick
}
