import { type Devnet, startDevnet } from '@billfold/devnet/startDevnet'
import type { DevnetChain } from '@billfold/protocol/devnetManifest'
import {
  createWalletClient,
  erc20Abi,
  type Hex,
  http,
  maxUint256,
  parseAbi,
  parseEther,
  parseUnits,
  publicActions,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createChains } from '../chains/createChains.ts'
import { evmFromDevnet } from '../chains/eip155/evmFromDevnet.ts'
import type { EvmAddress, ServerChain } from '../chains/serverChain.ts'
import { createRpc, type Rpc } from '../rpc/createRpc.ts'
import { createChainBalances } from './balances/createChainBalances.ts'
import { createChainPrices } from './prices/createChainPrices.ts'

let devnet: Devnet
let network: DevnetChain
let chain: ServerChain
let rpc: Rpc
const signal = () => new AbortController().signal
const poolAbi = parseAbi([
  'function getReserves() view returns (uint112, uint112, uint32)',
  'function slot0() view returns (uint160, int24, uint16, uint16, uint16, uint8, bool)',
])
const routerAbi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
])

beforeAll(async () => {
  const config = { host: '127.0.0.1', port: 0, evmPort: 0, chainIds: [31337], blockTime: 0, market: false }
  devnet = await startDevnet(config)
  network = devnet.manifest.chains[0]!
  chain = evmFromDevnet(network)
  rpc = createRpc({ chains: createChains([chain]) })
})
afterAll(() => devnet?.close())

const accounts = () => devnet.manifest.accounts
const wallet = (privateKey = accounts()[0]!.privateKey as Hex) =>
  createWalletClient({ account: privateKeyToAccount(privateKey), transport: http(network.rpcUrl) }).extend(
    publicActions,
  )
const tokenOf = (symbol: string) => network.tokens.find((token) => token.symbol === symbol)!.address as EvmAddress
const ask = async (address: string, source = createChainBalances({ rpc }), on = chain) =>
  (await source.balances({ chain: on, address, fresh: [] }, signal())) ?? []

test('shows a funded account the balances that another reader finds', async () => {
  const owner = accounts()[3]!.address as EvmAddress
  const reader = wallet()
  const balances = await ask(owner)
  expect(balances[0]).toMatchObject({
    symbol: 'ETH',
    decimals: 18,
    amount: await reader.getBalance({ address: owner }),
  })
  for (const token of network.tokens) {
    const address = token.address as EvmAddress
    const amount = await reader.readContract({ address, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
    expect(amount).toBeGreaterThan(0n)
    expect(balances.find(({ symbol }) => symbol === token.symbol)).toMatchObject({ address, amount, isListed: true })
  }
  expect(balances).toHaveLength(network.tokens.length + 1)
})

test('shows an empty account its coin and no more', async () => {
  const balances = await ask(privateKeyToAddress(generatePrivateKey()))
  expect(balances).toEqual([{ name: 'Ether', symbol: 'ETH', decimals: 18, amount: 0n, isListed: true }])
})

test('works the same without Multicall3', async () => {
  const without = {
    ...chain,
    contracts: { ...chain.contracts, multicall3: '0x00000000000000000000000000000000000000aa' },
  }
  const owner = accounts()[4]!.address
  const direct = ask(owner, createChainBalances({ rpc }), without as ServerChain)
  expect(await direct).toEqual(await ask(owner))
})

test('finds unlisted tokens that the account received, despite addresses that are not tokens', async () => {
  const owner = accounts()[0]!.address
  const foldless = { ...chain, tokens: chain.tokens.filter(({ symbol }) => symbol !== 'FOLD') }
  const others = [tokenOf('FOLD'), chain.contracts.multicall3!, network.nfts[0]!.address, owner, 'nonsense']
  const source = createChainBalances({ rpc, discoveredTokens: async () => others })
  const balances = await ask(owner, source, foldless)
  expect(balances.filter(({ isListed }) => !isListed)).toEqual([
    {
      address: tokenOf('FOLD'),
      name: 'Billfold Token',
      symbol: 'FOLD',
      decimals: 18,
      amount: parseUnits('50000', 18),
      isListed: false,
    },
  ])
  const failing = createChainBalances({ rpc, discoveredTokens: () => Promise.reject(new Error('no indexer')) })
  expect(await ask(owner, failing)).toHaveLength(network.tokens.length + 1)
})

const prices = async () => {
  const tokens = ['native', ...network.tokens.map(({ address }) => address)]
  const chainPrices = await createChainPrices({ rpc }).prices({ chain, tokens }, signal())
  return (symbol: string) => chainPrices.get(symbol === 'ETH' ? 'native' : tokenOf(symbol))?.usd
}

test('prices tokens by the pools', async () => {
  const priceOf = await prices()
  expect(priceOf('USDC')).toBe(1)
  expect(priceOf('ETH')).toBe(priceOf('WETH'))
  expect(priceOf('ETH')).toBeCloseTo(3_000 * 1.0069, -2)
  // One pool each leads from these to money, so their prices are those pools' own, worked out here in another way.
  const toll = network.pools.find(({ token0, token1 }) => [token0, token1].includes(tokenOf('TOLL')))!
  const [reserve0, reserve1] = await wallet().readContract({
    address: toll.address as EvmAddress,
    abi: poolAbi,
    functionName: 'getReserves',
  })
  const perToll =
    toll.token0 === tokenOf('TOLL') ? Number(reserve1) / Number(reserve0) : Number(reserve0) / Number(reserve1)
  expect(priceOf('TOLL')! / (perToll * priceOf('WETH')!)).toBeCloseTo(1, 12)
  // The ether price is the own one of a pool, of whichever stands in the middle, to the last digits of a double.
  const spots = await Promise.all(network.pools.flatMap((pool) => etherIn(pool, priceOf)))
  expect(spots).toHaveLength(8)
  expect(spots.some((spot) => Math.abs(spot / priceOf('WETH')! - 1) < 1e-12)).toBe(true)
  // A price that stands behind so little money as that of the one-percent pool (0.6% off) is no one's.
  expect(Math.max(...spots) / priceOf('WETH')!).toBeGreaterThan(1.004)
  for (const [symbol, market] of [
    ['DAI', 1],
    ['USDT', 1],
    ['WBTC', 90_621],
    ['FOLD', 2.5],
    ['TOLL', 0.4],
  ] as const)
    expect(Math.abs(priceOf(symbol)! / market - 1)).toBeLessThan(0.011)
})

/** The price of ether in a pool of ether and dollars, as a float; undefined for other pools. */
function etherIn(
  pool: (typeof network.pools)[number],
  priceOf: (symbol: string) => number | undefined,
): Promise<number>[] {
  const { protocol, address, token0, token1 } = pool
  const isFirst = token0 === tokenOf('WETH')
  const quote = network.tokens.find((token) => token.address === (isFirst ? token1 : token0))!
  if ((!isFirst && token1 !== tokenOf('WETH')) || !['USDC', 'USDT', 'DAI'].includes(quote.symbol)) return []
  const at = { address: address as EvmAddress, abi: poolAbi } as const
  const ratio =
    protocol === 'uniswap-v2'
      ? wallet()
          .readContract({ ...at, functionName: 'getReserves' })
          .then(([a, b]) => Number(b) / Number(a))
      : wallet()
          .readContract({ ...at, functionName: 'slot0' })
          .then(([sqrt]) => (Number(sqrt) / 2 ** 96) ** 2)
  return [ratio.then((r) => (isFirst ? r : 1 / r) * 10 ** (18 - quote.decimals) * priceOf(quote.symbol)!)]
}

test('moves a price when a swap moves its pool', async () => {
  const before = (await prices())('TOLL')!
  const trader = wallet(accounts()[9]!.privateKey as Hex)
  const [weth, router] = [tokenOf('WETH'), chain.contracts.uniswapV2Router!]
  const amount = parseEther('5')
  const send = async (hash: Promise<Hex>) => trader.waitForTransactionReceipt({ hash: await hash, pollingInterval: 20 })
  await send(
    trader.writeContract({
      chain: null,
      address: weth,
      abi: erc20Abi,
      functionName: 'approve',
      args: [router, amount],
    }),
  )
  const args = [amount, 0n, [weth, tokenOf('TOLL')], trader.account.address, maxUint256] as const
  await send(
    trader.writeContract({
      chain: null,
      address: router,
      abi: routerAbi,
      functionName: 'swapExactTokensForTokens',
      args,
    }),
  )
  const after = (await prices())('TOLL')!
  // Five ether came to a side of about 66: the price is that of the reserves' new ratio.
  expect(after / before).toBeGreaterThan(1.1)
  expect(after / before).toBeLessThan(1.2)
})
