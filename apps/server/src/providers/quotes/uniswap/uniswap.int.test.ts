import { type Devnet, startDevnet } from '@billfold/devnet/startDevnet'
import fc from 'fast-check'
import {
  erc20Abi,
  type Hex,
  parseAbi,
  parseEther,
  parseSignature,
  parseUnits,
  serializeCompactSignature,
  signatureToCompactSignature,
  toFunctionSelector,
} from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTrader } from '../../../../test/testTrader.ts'
import { createChains } from '../../../chains/createChains.ts'
import { evmFromDevnet } from '../../../chains/eip155/evmFromDevnet.ts'
import type { EvmAddress, ServerChain } from '../../../chains/serverChain.ts'
import { createRpc, type Rpc } from '../../../rpc/createRpc.ts'
import { nativeCoin, type QuoteRequest, type QuoteSource } from '../quoteSource.ts'
import { createUniswapPermitQuotes } from './createUniswapPermitQuotes.ts'
import { createUniswapQuotes } from './createUniswapQuotes.ts'

let devnet: Devnet
let chain: ServerChain
let rpc: Rpc
let source: QuoteSource
let bySignature: QuoteSource
let trader: ReturnType<typeof createTrader>
const house = privateKeyToAddress(generatePrivateKey())
const fee = { bps: 85, recipient: house }

beforeAll(async () => {
  devnet = await startDevnet({ host: '127.0.0.1', port: 0, evmPort: 0, chainIds: [31337], blockTime: 0, market: false })
  chain = evmFromDevnet(devnet.manifest.chains[0]!)
  rpc = createRpc({ chains: createChains([chain]) })
  source = createUniswapQuotes({ rpc })
  bySignature = createUniswapPermitQuotes({ rpc })
  trader = createTrader(devnet, source, fee)
})
afterAll(() => devnet?.close())

type Trader = typeof trader
const wallet: Trader['wallet'] = (index) => trader.wallet(index)
const tokenOf: Trader['tokenOf'] = (symbol) => trader.tokenOf(symbol)
const held: Trader['held'] = (of, owner) => trader.held(of, owner)
const swap: Trader['swap'] = (...order) => trader.swap(...order)
const requestOf: Trader['requestOf'] = (...order) => trader.requestOf(...order)
const signal = () => new AbortController().signal

/** As some wallets sign: in 64 bytes. */
const compact = (signature: Hex) => serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)))

describe('a swap on the chain', () => {
  test.each([
    ['ETH', 'USDC', parseEther('1')],
    ['USDC', 'ETH', parseUnits('500', 6)],
    ['USDC', 'DAI', parseUnits('250', 6)],
    ['DAI', 'WETH', parseUnits('300', 18)],
    ['ETH', 'USDT', parseEther('0.5')],
  ])('pays exactly the quote from %s to %s, and takes exactly the quoted fee', async (from, to, amount) => {
    const done = await swap(from, to, amount)
    expect(done?.status).toBe('success')
    expect(done?.gained).toBe(done?.quote.amountOut)
    expect(done?.feePaid).toBe(done?.quote.fees[0]?.amount)
    expect(done!.gasUsed).toBeLessThanOrEqual(done!.quote.gas)
  })

  test('serves identical concurrent requests with one read of the pools, and a later one with another', async () => {
    let looks = 0
    const counting: Rpc = (id) => ({
      ...rpc(id),
      batch: (calls, stop) => {
        looks += calls.filter(({ method }) => method === 'eth_call').length
        return rpc(id).batch(calls, stop)
      },
    })
    const pools = createUniswapQuotes({ rpc: counting })
    const ask = () =>
      pools.quote(
        { ...requestOf('USDC', 'DAI', 7_000_000n), user: privateKeyToAddress(generatePrivateKey()) },
        signal(),
      )
    const looksFor = async (accounts: number) => {
      const before = looks
      const quotes = await Promise.all(Array.from({ length: accounts }, ask))
      expect(new Set(quotes.map((quote) => quote!.amountOut)).size).toBe(1)
      return looks - before
    }
    // Reads that are cached for minutes come first.
    await looksFor(1)
    const alone = await looksFor(1)
    expect(alone).toBeGreaterThan(0)
    expect(await looksFor(20)).toBe(alone)
  })

  test('pays the account directly without a fee', async () => {
    const done = await swap('ETH', 'USDC', parseEther('0.1'), { fee: undefined })
    expect(done?.gained).toBe(done?.quote.amountOut)
    expect(done?.quote.fees).toEqual([])
  })

  test('reverts beyond the slippage, and costs only gas', async () => {
    const me = wallet()
    const request = requestOf('ETH', 'USDC', parseEther('1'), { slippageBps: 50 })
    const quote = (await source.quote(request, signal()))!
    const built = await source.build(request, quote, signal())
    // Someone else goes the same way with much more.
    const other = await source.build({ ...request, amount: parseEther('3000') }, { ...quote, minOut: 0n }, signal())
    const send = async ({ to, data, value }: typeof built) => {
      const hash = await me.sendTransaction({ to, data, value, gas: 1_000_000n, chain: null })
      return me.waitForTransactionReceipt({ hash })
    }
    expect((await send(other)).status).toBe('success')
    const [tokens, coins] = [await held(tokenOf('USDC'), request.user), await held(nativeCoin, request.user)]
    const { status, gasUsed, effectiveGasPrice } = await send(built)
    expect(status).toBe('reverted')
    expect(await held(tokenOf('USDC'), request.user)).toBe(tokens)
    expect(coins - (await held(nativeCoin, request.user))).toBe(gasUsed * effectiveGasPrice)
  })

  test('accounts for its own price impact', async () => {
    const ask = (ether: string) => source.quote(requestOf('ETH', 'USDC', parseEther(ether)), signal())
    const [small, large] = [await ask('0.01'), await ask('3000')]
    expect(small!.priceImpactBps).toBeLessThan(5)
    expect(large!.priceImpactBps).toBeGreaterThan(500)
  })

  test('uses v2 or v3, whichever returns more', async () => {
    const { uniswapV2Factory: _2, ...v3 } = chain.contracts
    const { uniswapV3Factory: _3, ...v2 } = chain.contracts
    const onlyBy = async (contracts: ServerChain['contracts'], amount: bigint) =>
      (await source.quote(requestOf('WBTC', 'ETH', amount, { chain: { ...chain, contracts } }), signal()))!.amountOut
    // The pair of v2 is a little dearer, the pool of v3 much deeper.
    for (const [amount, exchange] of [
      [parseUnits('0.01', 8), 'Uniswap v2'],
      [parseUnits('1', 8), 'Uniswap v3'],
    ] as const) {
      const [byV2, byV3] = [await onlyBy(v2, amount), await onlyBy(v3, amount)]
      const done = await swap('WBTC', 'ETH', amount)
      expect(done!.quote.route).toMatchObject([{ exchange }])
      expect(done!.quote.amountOut).toBe(exchange === 'Uniswap v2' ? byV2 : byV3)
      expect(byV2 > byV3).toBe(exchange === 'Uniswap v2')
      expect(done).toMatchObject({ status: 'success', gained: done!.quote.amountOut })
    }
  })

  test('takes two hops if no pool has both tokens, and mixes exchanges', async () => {
    const done = await swap('FOLD', 'USDC', parseUnits('40', 18))
    expect(done!.quote.route).toMatchObject([
      { exchange: 'Uniswap v2', from: tokenOf('FOLD'), to: chain.wrappedNative },
      { exchange: 'Uniswap v3', from: chain.wrappedNative, to: tokenOf('USDC') },
    ])
    expect(done).toMatchObject({ status: 'success', gained: done!.quote.amountOut })
    expect(done!.feePaid).toBe(done!.quote.fees[0]!.amount)
  })

  test('finds no route through an empty pool, and takes nearly everything for an excessive amount', async () => {
    const me = wallet()
    const nobody = privateKeyToAddress(generatePrivateKey())
    const factory = {
      address: chain.contracts.uniswapV3Factory!,
      abi: parseAbi(['function createPool(address a, address b, uint24 fee) returns (address)']),
      functionName: 'createPool',
      args: [chain.wrappedNative!, nobody, 3_000],
    } as const
    const { result: pool } = await me.simulateContract(factory)
    const abi = parseAbi(['function initialize(uint160 sqrtPriceX96)'])
    for (const call of [
      () => me.writeContract({ ...factory, chain: null }),
      () => me.writeContract({ address: pool, abi, functionName: 'initialize', args: [1n << 96n], chain: null }),
    ])
      expect((await me.waitForTransactionReceipt({ hash: await call() })).status).toBe('success')
    const empty = requestOf('ETH', 'USDC', parseEther('1'), { to: nobody })
    expect(await source.quote(empty, signal())).toBeUndefined()
    const all = (await source.quote(requestOf('ETH', 'USDC', parseEther('100000000')), signal()))!
    expect(all.priceImpactBps).toBeGreaterThan(9_900)
  })

  test('distinguishes a price that has just moved, if the pool records it', async () => {
    const me = wallet()
    const test = (method: string, params: unknown[] = []) => me.request({ method, params } as never)
    // One way only, so that no other is taken while this pool is dear.
    const { uniswapV2Factory: _, ...contracts } = chain.contracts
    const one = { ...chain, stables: [], contracts }
    const look = async () => {
      const request = requestOf('USDT', 'ETH', parseUnits('100', 6), { chain: one })
      for (;;) {
        // By a new source. A slow chain (over a second) is not waited for: then it retries.
        const { volatilityBps } = (await createUniswapQuotes({ rpc }).quote(request, signal()))!
        if (volatilityBps !== undefined) return volatilityBps
      }
    }
    const before = await test('evm_snapshot')
    try {
      await test('evm_increaseTime', [600])
      await test('evm_mine')
      expect(await look()).toBe(0)
      const request = requestOf('ETH', 'USDT', parseEther('200'), { chain: one })
      // The chain is ahead of us by now.
      const later = createUniswapQuotes({ rpc, now: () => Date.now() + 3_600_000 })
      const built = await later.build(request, (await later.quote(request, signal()))!, signal())
      const hash = await me.sendTransaction({ to: built.to, data: built.data, value: built.value, chain: null })
      expect((await me.waitForTransactionReceipt({ hash })).status).toBe('success')
      expect(await look()).toBeGreaterThan(100)
      await test('evm_increaseTime', [600])
      await test('evm_mine')
      expect(await look()).toBe(0)
    } finally {
      await test('evm_revert', [before])
    }
  })

  test('finds no route to a token without pools, or from a coin to itself wrapped', async () => {
    const user = wallet().account.address
    const request = { chain, amount: 10n ** 18n, user, slippageBps: 100 } as const
    expect(await source.quote({ ...request, from: nativeCoin, to: chain.contracts.permit2! }, signal())).toBeUndefined()
    expect(await source.quote({ ...request, from: nativeCoin, to: chain.wrappedNative! }, signal())).toBeUndefined()
  })

  test('never pays less than the minimum or a wrong fee, for any amount and pair', async () => {
    const symbols = ['ETH', 'USDC', 'DAI', 'WETH']
    // Enough wrapped for every amount below.
    const deposit = {
      to: tokenOf('WETH'),
      data: toFunctionSelector('deposit()'),
      value: parseEther('300'),
      chain: null,
    }
    const wrapped = await wallet().sendTransaction(deposit)
    await wallet().waitForTransactionReceipt({ hash: wrapped })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...symbols),
        fc.constantFrom(...symbols),
        fc.integer({ min: 1, max: 400_000 }),
        async (from, to, dust) => {
          const amount = BigInt(dust) * (from === 'USDC' ? 97n : 97_000_000_000_007n)
          const done = await swap(from, to, amount)
          if (!done) return
          expect(done.status).toBe('success')
          expect(done.gained).toBeGreaterThanOrEqual(done.quote.minOut)
          expect(done.gained).toBe(done.quote.amountOut)
          expect(done.feePaid).toBe(done.quote.fees[0]?.amount)
        },
      ),
      { numRuns: 6 },
    )
  })
})

describe('a swap by the token’s own permit', () => {
  const requestFor = (from: string, to: string, amount: bigint, more: Partial<QuoteRequest> = {}) =>
    requestOf(from, to, amount, { user: wallet(6).account.address, signsEip2612: true, ...more })

  test.each([
    ['USDC', 'ETH', parseUnits('500', 6), fee],
    ['USDC', 'DAI', parseUnits('250', 6), fee],
    ['DAI', 'WETH', parseUnits('300', 18), fee],
    ['DAI', 'ETH', parseUnits('30', 18), undefined],
    ['USDC', 'WETH', parseUnits('7', 6), undefined],
  ])('%s to %s needs one signature and one transaction, and pays what was quoted', async (from, to, amount, own) => {
    const me = wallet(6)
    const request = requestFor(from, to, amount, { fee: own })
    const quote = (await bySignature.quote(request, signal()))!
    const typedData = (await bySignature.permit!(request, quote, signal()))!
    const permit = { typedData, signature: await me.signTypedData(typedData as never) }
    if (to === 'WETH') permit.signature = compact(permit.signature)
    const built = await bySignature.build(request, quote, signal(), permit)
    expect(built).toMatchObject({ to: chain.contracts.uniswapV3SwapRouter, value: 0n, minOut: quote.minOut })
    const [user, token] = [me.account.address, request.from as EvmAddress]
    const [got, paid, had] = [await held(request.to, user), await held(request.to, house), await held(token, user)]
    const hash = await me.sendTransaction({ to: built.to, data: built.data, chain: null })
    const receipt = await me.waitForTransactionReceipt({ hash })
    expect(receipt.status).toBe('success')
    const gas = request.to === nativeCoin ? receipt.gasUsed * receipt.effectiveGasPrice : 0n
    expect((await held(request.to, user)) - got + gas).toBe(quote.amountOut)
    expect((await held(request.to, house)) - paid).toBe(quote.fees[0]?.amount ?? 0n)
    expect(had - (await held(token, user))).toBe(amount)
    expect(receipt.gasUsed).toBeLessThanOrEqual(quote.gas)
    // Exactly what was swapped was allowed, so nothing is left of it.
    const allowance = { abi: erc20Abi, functionName: 'allowance', args: [user, built.to] } as const
    expect(await me.readContract({ address: token, ...allowance })).toBe(0n)
  })

  test('is offered for no token without permits, no account with code, and no client that does not support it', async () => {
    expect(await bySignature.quote(requestFor('USDT', 'DAI', 1_000_000n), signal())).toBeUndefined()
    const contract = chain.contracts.multicall3!
    expect(await bySignature.quote(requestFor('USDC', 'DAI', 1_000_000n, { user: contract }), signal())).toBeUndefined()
    expect(bySignature.suits!(requestFor('USDC', 'DAI', 1n))).toBe(true)
    expect(bySignature.suits!(requestFor('USDC', 'DAI', 1n, { signsEip2612: false }))).toBe(false)
    expect(bySignature.suits!(requestFor('ETH', 'DAI', 1n))).toBe(false)
  })

  test('rejects a foreign signature', async () => {
    const request = requestFor('USDC', 'DAI', 1_000_000n)
    const quote = (await bySignature.quote(request, signal()))!
    const typedData = (await bySignature.permit!(request, quote, signal()))!
    const signature = await wallet(7).signTypedData(typedData as never)
    const building = bySignature.build(request, quote, signal(), { typedData, signature })
    await expect(building).rejects.toThrow('The signature is from another account.')
  })
})
