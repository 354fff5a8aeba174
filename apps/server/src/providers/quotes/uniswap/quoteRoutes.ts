import { concatHex, encodeFunctionData, type Hex, numberToHex, parseAbi } from 'viem'
import type { ChainContracts, EvmAddress } from '../../../chains/serverChain.ts'
import type { ContractCall, ReadContracts } from '../../readContracts.ts'
import { wordAt } from '../../words.ts'
import type { Leg, Route } from './routes.ts'

const abi = parseAbi([
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[] amounts)',
  'function quoteExactInput(bytes path, uint256 amountIn) returns (uint256 amountOut, uint160[] a, uint32[] b, uint256 gas)',
])

/** A route's output for an amount, and roughly the gas of its pools. */
export type RouteQuote = { route: Route; amountOut: bigint; gas: bigint }

const v2LegGas = 90_000n

/** The pools of a route as v3's contracts read them: token, fee, token, … */
export const v3Path = (legs: readonly Leg[]): Hex =>
  concatHex([legs[0]!.from, ...legs.flatMap(({ to, v3Fee = 0 }) => [numberToHex(v3Fee, { size: 3 }), to])])

/** Legs of one kind that follow each other, which one call can take. */
export function segmentsOf(route: Route): readonly Leg[][] {
  const segments: Leg[][] = []
  for (const leg of route) {
    const last = segments.at(-1)
    if (last && (last[0]?.v3Fee === undefined) === (leg.v3Fee === undefined)) last.push(leg)
    else segments.push([leg])
  }
  return segments
}

/** Quotes all routes by the chain's contracts at once, and omits those without output. Mixed routes take a second round. */
export async function quoteRoutes(
  read: ReadContracts,
  contracts: ChainContracts,
  routes: readonly Route[],
  amount: bigint,
  signal: AbortSignal,
): Promise<RouteQuote[]> {
  const started = routes.map((route) => ({ route, segments: segmentsOf(route) }))
  let open = started.map(({ route, segments }) => ({ route, segments, amountOut: amount, gas: 0n }))
  const done: RouteQuote[] = []
  for (let round = 0; open.length > 0; round += 1) {
    const calls = open.map(({ segments, amountOut }) => callFor(contracts, segments[round]!, amountOut))
    const answers = await read(
      calls.map((call) => call ?? nothing),
      signal,
    )
    const next: typeof open = []
    for (const [index, item] of open.entries()) {
      const segment = item.segments[round]!
      const got = calls[index] ? outOf(segment, answers[index]) : undefined
      if (!got || got.amountOut === 0n) continue
      const gone = { ...item, amountOut: got.amountOut, gas: item.gas + got.gas }
      if (item.segments.length > round + 1) next.push(gone)
      else done.push({ route: gone.route, amountOut: gone.amountOut, gas: gone.gas })
    }
    open = next
  }
  return done
}

const nothing: ContractCall = { to: '0x0000000000000000000000000000000000000000', data: '0x' }

function callFor(contracts: ChainContracts, legs: readonly Leg[], amount: bigint): ContractCall | undefined {
  const { uniswapV2Router, uniswapV3QuoterV2 } = contracts
  if (legs[0]?.v3Fee === undefined) {
    if (!uniswapV2Router) return undefined
    const path: EvmAddress[] = [legs[0]!.from, ...legs.map(({ to }) => to)]
    return {
      to: uniswapV2Router,
      data: encodeFunctionData({ abi, functionName: 'getAmountsOut', args: [amount, path] }),
    }
  }
  if (!uniswapV3QuoterV2) return undefined
  const data = encodeFunctionData({ abi, functionName: 'quoteExactInput', args: [v3Path(legs), amount] })
  return { to: uniswapV3QuoterV2, data }
}

function outOf(legs: readonly Leg[], answer: Hex | undefined): { amountOut: bigint; gas: bigint } | undefined {
  if (legs[0]?.v3Fee === undefined) {
    // An array of amounts, the last of which comes out.
    const amountOut = wordAt(answer, 2 + legs.length)
    return amountOut === undefined ? undefined : { amountOut, gas: v2LegGas * BigInt(legs.length) }
  }
  const [amountOut, gas] = [wordAt(answer, 0), wordAt(answer, 3)]
  return amountOut === undefined || gas === undefined ? undefined : { amountOut, gas }
}
