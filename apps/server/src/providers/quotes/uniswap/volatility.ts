import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { ContractCall, ReadContracts } from '../../readContracts.ts'
import { signedWordAt, wordAt } from '../../words.ts'
import type { PairPasts } from './createPairPasts.ts'
import type { Leg, Route } from './routes.ts'

const abi = parseAbi([
  'function slot0() view returns (uint160, int24, uint16, uint16, uint16, uint8, bool)',
  'function observe(uint32[] secondsAgos) view returns (int56[], uint160[])',
])
const stepS = 60
/** The last five minutes, minute by minute: as long as someone may look at a quote before it is mined, and some more. */
const secondsAgo = [300, 240, 180, 120, 60, 0]
const slot0 = encodeFunctionData({ abi, functionName: 'slot0' })
const observe = encodeFunctionData({ abi, functionName: 'observe', args: [secondsAgo] })
const maxTick = 887_272

/**
 * How far a route's price has ranged in the last minutes, in hundredths of a percent. `undefined` where one of its pools does not
 * say: v3's remember only as much as someone paid for, and of v2's pairs, which keep no past, the chain's nodes have to.
 */
export async function readVolatility(
  read: ReadContracts,
  pairPasts: PairPasts,
  route: Route,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (route.some(({ pool }) => !pool)) return undefined
  const [pairs, pools] = [route.filter(isPair), route.filter((leg) => !isPair(leg))]
  const [ofPairs, ofPools] = await Promise.all([
    pairs.length > 0 ? pairPasts(pairs, signal) : [],
    pools.length > 0 ? poolPasts(read, pools, signal) : [],
  ])
  return volatilityOf(route.map((leg) => ofPairs[pairs.indexOf(leg)] ?? ofPools[pools.indexOf(leg)]))
}

const isPair = ({ v3Fee }: Leg) => v3Fee === undefined

async function poolPasts(read: ReadContracts, legs: readonly Leg[], signal: AbortSignal) {
  const answers = await read(
    legs.flatMap(({ pool }): ContractCall[] => [
      { to: pool!, data: slot0 },
      { to: pool!, data: observe },
    ]),
    signal,
  )
  return legs.map((leg, index) => pastOf(leg, answers[index * 2], answers[index * 2 + 1]))
}

/**
 * The past prices of a leg, as powers of 1.0001, minute by minute and now; undefined if its pool does not report them.
 */
function pastOf({ from, to }: Leg, slot: Hex | undefined, observed: Hex | undefined): number[] | undefined {
  const now = signedWordAt(slot, 1)
  const sums = readSums(observed)
  if (now === undefined || !sums) return undefined
  const means = sums.slice(1).map((sum, index) => Number(sum - sums[index]!) / stepS)
  const ticks = [...means, Number(now)]
  if (ticks.some((tick) => Math.abs(tick) > maxTick)) return undefined
  // Pools tell the price of the token with the lower address.
  return BigInt(from) < BigInt(to) ? ticks : ticks.map((tick) => -tick)
}

/** `observe` returns two lists; the first begins after its offset and its length, and must have the requested sums. */
function readSums(observed: Hex | undefined): bigint[] | undefined {
  const offset = wordAt(observed, 0)
  if (offset === undefined || offset % 32n !== 0n || offset > 1_024n) return undefined
  const at = Number(offset / 32n)
  if (wordAt(observed, at) !== BigInt(secondsAgo.length)) return undefined
  const sums = secondsAgo.map((_, index) => signedWordAt(observed, at + 1 + index))
  return sums.every((sum) => sum !== undefined) ? sums : undefined
}

/** The distance between the highest and the lowest price of a whole route, whose legs' prices multiply. */
export function volatilityOf(pasts: readonly (readonly number[] | undefined)[]): number | undefined {
  const [first] = pasts
  if (!first || !pasts.every((past) => past?.length === first.length)) return undefined
  const route = first.map((_, moment) => pasts.reduce((sum, past) => sum + past![moment]!, 0))
  const range = Math.max(...route) - Math.min(...route)
  return Math.min(10_000, Math.round((1.0001 ** range - 1) * 10_000))
}
