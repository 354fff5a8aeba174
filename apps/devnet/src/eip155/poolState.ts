import { type Address, decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { Pool } from './deploy/deployment.ts'
import type { Evm } from './evmNode.ts'

const poolAbi = parseAbi([
  'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 time)',
  'function liquidity() view returns (uint128)',
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16 index, uint16 count, uint16 next, uint8 protocol, bool open)',
])

/** A pool as the pair of reserves of a constant product with the same price and depth. */
export type PoolState = { reserve0: bigint; reserve1: bigint; sqrtPriceX96: bigint }

const q96 = 2n ** 96n

/** Reads a v2 pair, or a v3 pool at its present price. */
export async function readPoolState(evm: Evm, pool: Pick<Pool, 'protocol' | 'address'>): Promise<PoolState> {
  if (pool.protocol === 'uniswap-v2') {
    const data = await read(evm, pool.address, 'getReserves')
    const [reserve0, reserve1] = decodeFunctionResult({ abi: poolAbi, functionName: 'getReserves', data })
    return { reserve0, reserve1, sqrtPriceX96: 0n }
  }
  const slot0 = await read(evm, pool.address, 'slot0')
  const [sqrtPriceX96] = decodeFunctionResult({ abi: poolAbi, functionName: 'slot0', data: slot0 })
  const liquidity = BigInt(await read(evm, pool.address, 'liquidity'))
  return { reserve0: (liquidity * q96) / sqrtPriceX96, reserve1: (liquidity * sqrtPriceX96) / q96, sqrtPriceX96 }
}

const read = (evm: Evm, to: Address, functionName: 'getReserves' | 'liquidity' | 'slot0') =>
  evm.request<Hex>('eth_call', [{ to, data: encodeFunctionData({ abi: poolAbi, functionName }) }, 'latest'])

/** The logarithm of what one raw unit of token0 costs in raw units of token1. */
export function logPriceOf({ reserve0, reserve1, sqrtPriceX96 }: PoolState): number {
  if (sqrtPriceX96 > 0n) return 2 * Math.log(Number(sqrtPriceX96) / 2 ** 96)
  return Math.log(Number(reserve1) / Number(reserve0))
}

/** A v3 price moved by `move`, in its logarithm. */
export const movedSqrtPrice = (sqrtPriceX96: bigint, move: number): bigint =>
  (sqrtPriceX96 * BigInt(Math.round(Math.exp(move / 2) * 1e12))) / 10n ** 12n
