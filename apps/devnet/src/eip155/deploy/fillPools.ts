import {
  type Address,
  encodeAbiParameters,
  encodePacked,
  erc20Abi,
  getContractAddress,
  type Hex,
  keccak256,
  maxUint256,
} from 'viem'
import type { Deployer } from './createDeployer.ts'
import type { Contracts, Pool } from './deployment.ts'
import type { TokenId, Tokens } from './deployTokens.ts'
import type { Uniswap } from './deployUniswap.ts'
import { type Prices, skewed, worth } from './marketPrices.ts'
import { fullRange, rangeAround, sqrtPriceX96, tickAt } from './v3Price.ts'

type PoolPlan = {
  pair: readonly [TokenId, TokenId]
  /** Dollars deposited on each side. */
  depth: bigint
  /** The offset of the second token's amount from the market price, in hundredths of a percent. */
  skew?: number
}
type V3Plan = PoolPlan & {
  fee: 100 | 500 | 3000 | 10000
  /** Deposits the same amount again within this many ticks of the price, and keeps a longer price history. */
  concentrated?: number
}

const v2Plans: PoolPlan[] = [
  { pair: ['weth', 'usdc'], depth: 3_000_000n, skew: -20 },
  { pair: ['weth', 'dai'], depth: 2_000_000n, skew: 10 },
  { pair: ['weth', 'usdt'], depth: 1_500_000n, skew: -5 },
  { pair: ['usdc', 'dai'], depth: 1_000_000n, skew: 4 },
  { pair: ['wbtc', 'weth'], depth: 2_000_000n, skew: 15 },
  { pair: ['fold', 'weth'], depth: 400_000n },
  { pair: ['toll', 'weth'], depth: 200_000n },
]

const v3Plans: V3Plan[] = [
  { pair: ['weth', 'usdc'], fee: 500, depth: 6_000_000n, concentrated: 1_000 },
  { pair: ['weth', 'usdc'], fee: 3000, depth: 2_000_000n, skew: 8 },
  { pair: ['weth', 'usdc'], fee: 10000, depth: 9_000n, skew: 60 },
  { pair: ['weth', 'dai'], fee: 3000, depth: 2_500_000n, skew: -6, concentrated: 2_000 },
  { pair: ['weth', 'usdt'], fee: 500, depth: 4_000_000n, skew: 3, concentrated: 1_000 },
  { pair: ['usdc', 'dai'], fee: 100, depth: 5_000_000n, skew: 1 },
  { pair: ['usdc', 'usdt'], fee: 100, depth: 5_000_000n, skew: -1, concentrated: 20 },
  { pair: ['wbtc', 'weth'], fee: 3000, depth: 4_000_000n, concentrated: 2_000 },
  { pair: ['fold', 'weth'], fee: 10000, depth: 300_000n, skew: -40 },
]

const tickSpacing = { 100: 1, 500: 10, 3000: 60, 10000: 200 } as const
const observations = 48

type Given = {
  contracts: Pick<Contracts, keyof Contracts & `uniswap${string}`>
  uniswap: Uniswap
  tokens: Tokens
  prices: Prices
}

/** Creates the pools of both Uniswaps and puts the deployer's tokens into them. */
export function fillPools(deployer: Deployer, given: Given): Pool[] {
  const { contracts, tokens } = given
  for (const { address: to } of Object.values(tokens))
    for (const spender of [contracts.uniswapV2Router, contracts.uniswapV3PositionManager])
      deployer.call({ to, abi: erc20Abi, functionName: 'approve', args: [spender, maxUint256], gas: 80_000n })
  return [
    ...v2Plans.map((plan) => addV2(deployer, given, plan)),
    ...v3Plans.map((plan) => addV3(deployer, given, plan)),
  ]
}

type Side = { token: Address; amount: bigint }

/** Both sides of a pool in Uniswap's order. */
function sidesOf({ tokens, prices }: Given, { pair: [a, b], depth, skew = 0 }: PoolPlan): readonly [Side, Side] {
  const first = { token: tokens[a].address, amount: worth(tokens[a], prices[a], depth) }
  const second = { token: tokens[b].address, amount: skewed(worth(tokens[b], prices[b], depth), skew) }
  return BigInt(first.token) < BigInt(second.token) ? [first, second] : [second, first]
}

function addV2(deployer: Deployer, given: Given, plan: PoolPlan): Pool {
  const { contracts, uniswap } = given
  const [side0, side1] = sidesOf(given, plan)
  deployer.call({
    to: contracts.uniswapV2Router,
    abi: uniswap.v2Router.abi,
    functionName: 'addLiquidity',
    args: [side0.token, side1.token, side0.amount, side1.amount, 0n, 0n, deployer.address, maxUint256],
    gas: 3_200_000n,
  })
  const salt = keccak256(encodePacked(['address', 'address'], [side0.token, side1.token]))
  const address = create2(contracts.uniswapV2Factory, salt, uniswap.v2Pair.bytecode)
  return { protocol: 'uniswap-v2', address, token0: side0.token, token1: side1.token, fee: 3000 }
}

function addV3(deployer: Deployer, given: Given, plan: V3Plan): Pool {
  const { contracts, uniswap } = given
  const { fee, concentrated } = plan
  const [side0, side1] = sidesOf(given, plan)
  const price = sqrtPriceX96(side0.amount, side1.amount)
  const to = contracts.uniswapV3PositionManager
  const { abi } = uniswap.positionManager
  deployer.call({
    to,
    abi,
    functionName: 'createAndInitializePoolIfNecessary',
    args: [side0.token, side1.token, fee, price],
    gas: 5_200_000n,
  })
  const spacing = tickSpacing[fee]
  const ranges = [fullRange(spacing), ...(concentrated ? [rangeAround(tickAt(price), concentrated, spacing)] : [])]
  for (const range of ranges)
    deployer.call({
      to,
      abi,
      functionName: 'mint',
      args: [
        {
          token0: side0.token,
          token1: side1.token,
          fee,
          ...range,
          amount0Desired: side0.amount,
          amount1Desired: side1.amount,
          amount0Min: 0n,
          amount1Min: 0n,
          recipient: deployer.address,
          deadline: maxUint256,
        },
      ],
      gas: 700_000n,
    })
  const salt = keccak256(
    encodeAbiParameters(
      [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }],
      [side0.token, side1.token, fee],
    ),
  )
  const address = create2(contracts.uniswapV3Factory, salt, uniswap.v3Pool.bytecode)
  if (concentrated)
    deployer.call({
      to: address,
      abi: uniswap.v3Pool.abi,
      functionName: 'increaseObservationCardinalityNext',
      args: [observations],
      gas: 60_000n + BigInt(observations) * 23_000n,
    })
  return { protocol: 'uniswap-v3', address, token0: side0.token, token1: side1.token, fee }
}

const create2 = (from: Address, salt: Hex, bytecode: Hex) =>
  getContractAddress({ opcode: 'CREATE2', from, salt, bytecode })
