import { type Address, encodeFunctionData, erc20Abi, type Hex, maxUint256, parseAbi } from 'viem'
import type { Deployment, Pool, Token } from './deploy/deployment.ts'
import { traderAccount } from './devAccounts.ts'
import type { Evm } from './evmNode.ts'
import { logPriceOf, movedSqrtPrice, type PoolState, readPoolState } from './poolState.ts'
import { createSeededRandom } from './seededRandom.ts'
import { amountInFor, decideTrade, type Trade } from './tradePolicy.ts'
import { walletOf } from './walletOf.ts'

/** Each pool's price at set-up, as a logarithm: the market's anchor. */
export type Anchors = Record<Address, number>

const abi = parseAbi([
  'function deposit() payable',
  'function mint(address to, uint256 amount)',
  'function swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable returns (uint256)',
])
const gas = 500_000n
const volatileBand = 0.05
const stableBand = 0.003

/** Remembers the prices a fresh chain starts with. */
export async function readAnchors(evm: Evm, pools: readonly Pool[]): Promise<Anchors> {
  const entries = pools.map(async (pool) => [pool.address, logPriceOf(await readPoolState(evm, pool))] as const)
  return Object.fromEntries(await Promise.all(entries))
}

/** A trader that makes one trade after the other, each a real transaction. */
export function createTrader(evm: Evm, deployment: Deployment, anchors: Anchors, random: () => number) {
  const wallet = walletOf(evm, traderAccount)
  const tokens = new Map(deployment.tokens.map((token) => [token.address, token]))
  const send = (to: Address, data: Hex, value = 0n) => wallet.sendTransaction({ to, data, value, gas })
  const call = async (to: Address, data: Hex) => BigInt(await evm.request<Hex>('eth_call', [{ to, data }, 'pending']))

  async function provide(token: Token, amount: bigint, spender: Address) {
    const owner = traderAccount.address
    const held = await call(
      token.address,
      encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] }),
    )
    if (held < amount && token.kind === 'wrapped')
      await send(token.address, encodeFunctionData({ abi, functionName: 'deposit' }), amount * 10n)
    else if (held < amount)
      await send(token.address, encodeFunctionData({ abi, functionName: 'mint', args: [owner, amount * 10n] }))
    const args = [owner, spender] as const
    const allowed = await call(token.address, encodeFunctionData({ abi: erc20Abi, functionName: 'allowance', args }))
    if (allowed < amount)
      await send(
        token.address,
        encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, maxUint256] }),
      )
  }

  return {
    /** Trades once in a pool chosen at random; resolves with the transaction's hash, rejects if it reverted. */
    async trade(): Promise<Hex> {
      const pool = deployment.pools[Math.floor(random() * deployment.pools.length)]
      if (!pool) throw new Error('No pool to trade in.')
      const state = await readPoolState(evm, pool)
      const anchor = anchors[pool.address] ?? logPriceOf(state)
      const band = bandOf(pool, tokens, anchor)
      const trade = decideTrade({ deviation: logPriceOf(state) - anchor, band, random })
      const up = trade.direction === 'up'
      const [tokenIn, tokenOut] = up ? [pool.token1, pool.token0] : [pool.token0, pool.token1]
      const amount = amountInFor(up ? state.reserve1 : state.reserve0, trade.move, pool.fee)
      const isV2 = pool.protocol === 'uniswap-v2'
      const router = isV2 ? deployment.contracts.uniswapV2Router : deployment.contracts.uniswapV3SwapRouter
      const token = tokens.get(tokenIn)
      if (!token) throw new Error(`The pool ${pool.address} holds ${tokenIn}, which is not a token of this chain.`)
      await provide(token, amount, router)
      const hash = await send(router, isV2 ? swapV2(tokenIn, tokenOut, amount) : swapV3(pool, state, trade, amount))
      const receipt = await evm.request<{ status: Hex } | null>('eth_getTransactionReceipt', [hash])
      if (receipt?.status === '0x0') throw new Error(`The swap ${hash} in pool ${pool.address} reverted.`)
      return hash
    },
  }
}

// Neither swap sets a minimum output: the trader is here to move the price, whatever that costs it.
const swapV2 = (tokenIn: Address, tokenOut: Address, amount: bigint) =>
  encodeFunctionData({
    abi,
    functionName: 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
    args: [amount, 0n, [tokenIn, tokenOut], traderAccount.address, maxUint256],
  })

function swapV3(pool: Pool, state: PoolState, { direction, move }: Trade, amountIn: bigint): Hex {
  const up = direction === 'up'
  const params = {
    tokenIn: up ? pool.token1 : pool.token0,
    tokenOut: up ? pool.token0 : pool.token1,
    fee: pool.fee,
    recipient: traderAccount.address,
    deadline: maxUint256,
    amountIn,
    amountOutMinimum: 0n,
    // Liquidity may run out on the way, and the same amount would then move the price much further.
    sqrtPriceLimitX96: movedSqrtPrice(state.sqrtPriceX96, up ? move : -move),
  }
  return encodeFunctionData({ abi, functionName: 'exactInputSingle', args: [params] })
}

/** Two tokens that started at the same price both track the dollar and stay close together. */
function bandOf(pool: Pool, tokens: ReadonlyMap<Address, Token>, anchor: number): number {
  const [token0, token1] = [tokens.get(pool.token0), tokens.get(pool.token1)]
  const unit = ((token0?.decimals ?? 0) - (token1?.decimals ?? 0)) * Math.LN10
  return Math.abs(anchor + unit) < 0.02 ? stableBand : volatileBand
}

/** Trades every five to fifteen seconds; returns a function that stops it. */
export function startMarket(evm: Evm, deployment: Deployment, anchors: Anchors): () => Promise<void> {
  const random = createSeededRandom(evm.chainId)
  const trader = createTrader(evm, deployment, anchors, random)
  let timer: NodeJS.Timeout
  let running: Promise<void> = Promise.resolve()
  let stopped = false

  async function run() {
    await trader.trade().catch((error: Error) => {
      console.error(`A trade on chain ${evm.chainId} failed: ${error.message.split('\n')[0]}`)
    })
    if (!stopped) plan()
  }
  function plan() {
    timer = setTimeout(() => (running = run()), 5000 + random() * 10_000)
  }
  plan()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await running
  }
}
