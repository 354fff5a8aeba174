import { encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { ContractCall, ReadContracts } from '../readContracts.ts'
import { signedWordAt, wordAt } from '../words.ts'
import type { Pool } from './findPools.ts'
import { inverse, meanTick, type Ratio, ratioAtTick, ratioOfReserves, ratioOfSqrtPrice } from './poolMaths.ts'

/** A pool at this moment: how many raw units of the quote token it gives for one of the base. */
export type PoolState = {
  pool: Pool
  spot: Ratio
  /** The time-weighted average, if the pool records one. */
  mean?: Ratio | undefined
  /** Raw units of the quote token that back the price. */
  depth: bigint
}

const abi = parseAbi([
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function slot0() view returns (uint160, int24, uint16, uint16, uint16, uint8, bool)',
  'function liquidity() view returns (uint128)',
  'function observe(uint32[] secondsAgos) view returns (int56[], uint160[])',
  'function balanceOf(address) view returns (uint256)',
])
const getReserves = encodeFunctionData({ abi, functionName: 'getReserves' })
const slot0 = encodeFunctionData({ abi, functionName: 'slot0' })
const liquidity = encodeFunctionData({ abi, functionName: 'liquidity' })

/** Reads many pools at once; one that does not respond like a pool is left out. */
export async function readPools(
  read: ReadContracts,
  pools: readonly Pool[],
  windowSeconds: number,
  signal: AbortSignal,
): Promise<PoolState[]> {
  const observe = encodeFunctionData({ abi, functionName: 'observe', args: [[windowSeconds, 0]] })
  const callsByPool = pools.map((pool) => callsFor(pool, observe))
  const answers = await read(callsByPool.flat(), signal)
  const states: PoolState[] = []
  let at = 0
  for (const [index, pool] of pools.entries()) {
    const own = answers.slice(at, (at += callsByPool[index]!.length))
    const state = pool.version === 2 ? readPair(pool, own) : readV3(pool, own, windowSeconds)
    if (state) states.push(state)
  }
  return states
}

function callsFor({ version, address: to, quote }: Pool, observe: Hex): ContractCall[] {
  if (version === 2) return [{ to, data: getReserves }]
  const held = encodeFunctionData({ abi, functionName: 'balanceOf', args: [to] })
  return [
    { to, data: slot0 },
    { to, data: liquidity },
    { to: quote, data: held },
    { to, data: observe },
  ]
}

const isBaseFirst = ({ base, quote }: Pool) => BigInt(base) < BigInt(quote)

function readPair(pool: Pool, [reserves]: (Hex | undefined)[]): PoolState | undefined {
  const [reserve0, reserve1] = [wordAt(reserves, 0), wordAt(reserves, 1)]
  if (!reserve0 || !reserve1) return undefined
  const ratio = ratioOfReserves(reserve0, reserve1)
  return isBaseFirst(pool) ? { pool, spot: ratio, depth: reserve1 } : { pool, spot: inverse(ratio), depth: reserve0 }
}

function readV3(pool: Pool, answers: (Hex | undefined)[], windowSeconds: number): PoolState | undefined {
  const [slot, active, held, observed] = answers
  const sqrtPrice = wordAt(slot, 0)
  const inRange = wordAt(active, 0)
  const backing = wordAt(held, 0)
  if (!sqrtPrice || !inRange || !backing || sqrtPrice >> 160n) return undefined
  const isFirst = isBaseFirst(pool)
  const virtual = isFirst ? (inRange * sqrtPrice) >> 96n : (inRange << 96n) / sqrtPrice
  const oriented = (ratio: Ratio) => (isFirst ? ratio : inverse(ratio))
  const mean = readMean(observed, windowSeconds)
  return {
    pool,
    spot: oriented(ratioOfSqrtPrice(sqrtPrice)),
    mean: mean && oriented(mean),
    // A narrow range makes little money look like much, so what the pool really has is the bound.
    depth: virtual < backing ? virtual : backing,
  }
}

/**
 * `observe` returns two lists; the first begins after its offset and its length, and must be the two requested sums.
 */
function readMean(observed: Hex | undefined, windowSeconds: number): Ratio | undefined {
  const offset = wordAt(observed, 0)
  if (offset === undefined || offset % 32n !== 0n || offset > 1_024n) return undefined
  const at = Number(offset / 32n)
  const [before, now] = [signedWordAt(observed, at + 1), signedWordAt(observed, at + 2)]
  if (wordAt(observed, at) !== 2n || before === undefined || now === undefined) return undefined
  const tick = meanTick(before, now, windowSeconds)
  return Math.abs(tick) <= 887_272 ? ratioAtTick(tick) : undefined
}
