import { type Devnet, startDevnet } from '@billfold/devnet/startDevnet'
import type { DevnetChain } from '@billfold/protocol/devnetManifest'
import fc from 'fast-check'
import {
  createWalletClient,
  erc20Abi,
  type Hex,
  http,
  parseEther,
  parseSignature,
  parseUnits,
  publicActions,
  serializeCompactSignature,
  signatureToCompactSignature,
  toFunctionSelector,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fromDevnet } from '../../../chains/devnetChain.ts'
import { createChains, type EvmAddress, type ServerChain } from '../../../chains.ts'
import { createRpc } from '../../../rpc/createRpc.ts'
import { nativeCoin, type QuoteRequest, type QuoteSource, type SwapAsset } from '../quoteSource.ts'
import { createUniswapPermitQuotes } from './createUniswapPermitQuotes.ts'
import { createUniswapQuotes } from './createUniswapQuotes.ts'

let devnet: Devnet
let network: DevnetChain
let chain: ServerChain
let source: QuoteSource
let bySignature: QuoteSource
const signal = () => AbortSignal.timeout(20_000)
const house = privateKeyToAddress(generatePrivateKey())
const fee = { bps: 85, recipient: house }

beforeAll(async () => {
  devnet = await startDevnet({ host: '127.0.0.1', port: 0, evmPort: 0, chainIds: [31337], blockTime: 0, market: false })
  network = devnet.manifest.chains[0]!
  chain = fromDevnet(network)
  const rpc = createRpc({ chains: createChains([chain]) })
  source = createUniswapQuotes({ rpc })
  bySignature = createUniswapPermitQuotes({ rpc })
})
afterAll(() => devnet?.close())

const wallet = (index = 1) =>
  createWalletClient({
    account: privateKeyToAccount(devnet.manifest.accounts[index]!.privateKey as Hex),
    transport: http(network.rpcUrl),
    pollingInterval: 20,
  }).extend(publicActions)
const tokenOf = (symbol: string) => network.tokens.find((token) => token.symbol === symbol)!.address as EvmAddress
const asset = (symbol: string): SwapAsset => (symbol === 'ETH' ? nativeCoin : tokenOf(symbol))
const held = (of: SwapAsset, owner: EvmAddress) =>
  of === nativeCoin
    ? wallet().getBalance({ address: owner })
    : wallet().readContract({ address: of, abi: erc20Abi, functionName: 'balanceOf', args: [owner] })

/** As some wallets sign: in 64 bytes. */
const compact = (signature: Hex) => serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)))

/** Quotes, signs for Permit2 where tokens are paid, swaps, and says what really came out. */
async function swap(from: string, to: string, amount: bigint, more: Partial<QuoteRequest> = {}) {
  const me = wallet()
  const user = me.account.address
  const request: QuoteRequest = {
    chain,
    from: asset(from),
    to: asset(to),
    amount,
    user,
    slippageBps: 100,
    fee,
    ...more,
  }
  const quote = await source.quote(request, signal())
  if (!quote) return undefined
  let permit: Parameters<QuoteSource['build']>[3]
  if (quote.spender) {
    const approve = { abi: erc20Abi, functionName: 'approve', args: [quote.spender, amount] } as const
    const hash = await me.writeContract({ address: request.from as EvmAddress, ...approve, chain: null })
    await me.waitForTransactionReceipt({ hash })
    const typedData = await source.permit!(request, quote, signal())
    permit = { typedData: typedData!, signature: await me.signTypedData(typedData as never) }
  }
  const built = await source.build(request, quote, signal(), permit)
  // The fee in the chain's own coin is paid as its token: the router cannot pay two kinds at once.
  const feeToken = request.to === nativeCoin ? chain.wrappedNative! : request.to
  const [got, paid] = [await held(request.to, user), await held(feeToken, house)]
  const hash = await me.sendTransaction({ to: built.to, data: built.data, value: built.value, chain: null })
  const receipt = await me.waitForTransactionReceipt({ hash })
  const gas = request.to === nativeCoin ? receipt.gasUsed * receipt.effectiveGasPrice : 0n
  return {
    quote,
    status: receipt.status,
    gained: (await held(request.to, user)) - got + gas,
    feePaid: (await held(feeToken, house)) - paid,
    gasUsed: receipt.gasUsed,
  }
}

describe('a swap on the chain', () => {
  test.each([
    ['ETH', 'USDC', parseEther('1')],
    ['USDC', 'ETH', parseUnits('500', 6)],
    ['USDC', 'DAI', parseUnits('250', 6)],
    ['DAI', 'WETH', parseUnits('300', 18)],
    ['ETH', 'USDT', parseEther('0.5')],
  ])('%s to %s gives what was quoted and takes the fee that was told, to the unit', async (from, to, amount) => {
    const done = await swap(from, to, amount)
    expect(done?.status).toBe('success')
    expect(done?.gained).toBe(done?.quote.amountOut)
    expect(done?.feePaid).toBe(done?.quote.fees[0]?.amount)
    expect(done!.gasUsed).toBeLessThanOrEqual(done!.quote.gas)
  })

  test('without a fee it goes straight to the account', async () => {
    const done = await swap('ETH', 'USDC', parseEther('0.1'), { fee: undefined })
    expect(done?.gained).toBe(done?.quote.amountOut)
    expect(done?.quote.fees).toEqual([])
  })

  test('a pool that moved further than the slippage allows refuses, and nothing is lost', async () => {
    const me = wallet()
    const user = me.account.address
    const request = {
      chain,
      from: nativeCoin,
      to: tokenOf('USDC'),
      amount: parseEther('1'),
      user,
      slippageBps: 50,
    } as const
    const quote = await source.quote({ ...request, fee }, signal())
    const built = await source.build({ ...request, fee }, quote!, signal())
    // Somebody else goes the same way with much more.
    const much = { ...request, amount: parseEther('3000'), fee }
    const other = await source.build(much, { ...quote!, minOut: 0n }, signal())
    const hash = await me.sendTransaction({ to: other.to, data: other.data, value: other.value, chain: null })
    expect((await me.waitForTransactionReceipt({ hash })).status).toBe('success')
    const before = await held(request.to, user)
    await expect(me.call({ account: user, to: built.to, data: built.data, value: built.value })).rejects.toThrow()
    expect(await held(request.to, user)).toBe(before)
  })

  test('knows what its own size does to the price', async () => {
    const user = wallet().account.address
    const ask = (ether: string) =>
      source.quote(
        { chain, from: nativeCoin, to: tokenOf('USDC'), amount: parseEther(ether), user, slippageBps: 100 },
        signal(),
      )
    const [small, large] = [await ask('0.01'), await ask('3000')]
    expect(small!.priceImpactBps).toBeLessThan(5)
    expect(large!.priceImpactBps).toBeGreaterThan(500)
  })

  test('there is no way to a token without pools, and none from a coin to itself wrapped', async () => {
    const user = wallet().account.address
    const request = { chain, amount: 10n ** 18n, user, slippageBps: 100 } as const
    expect(await source.quote({ ...request, from: nativeCoin, to: chain.contracts.permit2! }, signal())).toBeUndefined()
    expect(await source.quote({ ...request, from: nativeCoin, to: chain.wrappedNative! }, signal())).toBeUndefined()
  })

  test('for any amount and pair, what comes out is never below the minimum and the fee is the fee', async () => {
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
  const asked = (from: string, to: string, amount: bigint, more: Partial<QuoteRequest> = {}): QuoteRequest => ({
    chain,
    from: asset(from),
    to: asset(to),
    amount,
    user: wallet(6).account.address,
    slippageBps: 100,
    fee,
    signsEip2612: true,
    ...more,
  })

  test.each([
    ['USDC', 'ETH', parseUnits('500', 6), fee],
    ['USDC', 'DAI', parseUnits('250', 6), fee],
    ['DAI', 'WETH', parseUnits('300', 18), fee],
    ['DAI', 'ETH', parseUnits('30', 18), undefined],
    ['USDC', 'WETH', parseUnits('7', 6), undefined],
  ])('%s to %s needs one signature and one transaction, and gives what was quoted', async (from, to, amount, own) => {
    const me = wallet(6)
    const request = asked(from, to, amount, { fee: own })
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

  test('is offered for no token without permits, no account with code, and nobody who did not say so', async () => {
    expect(await bySignature.quote(asked('USDT', 'DAI', 1_000_000n), signal())).toBeUndefined()
    const contract = chain.contracts.multicall3!
    expect(await bySignature.quote(asked('USDC', 'DAI', 1_000_000n, { user: contract }), signal())).toBeUndefined()
    expect(bySignature.suits!(asked('USDC', 'DAI', 1n))).toBe(true)
    expect(bySignature.suits!(asked('USDC', 'DAI', 1n, { signsEip2612: false }))).toBe(false)
    expect(bySignature.suits!(asked('ETH', 'DAI', 1n))).toBe(false)
  })

  test('takes nobody else’s signature', async () => {
    const request = asked('USDC', 'DAI', 1_000_000n)
    const quote = (await bySignature.quote(request, signal()))!
    const typedData = (await bySignature.permit!(request, quote, signal()))!
    const signature = await wallet(7).signTypedData(typedData as never)
    const building = bySignature.build(request, quote, signal(), { typedData, signature })
    await expect(building).rejects.toThrow('The signature is not of this account.')
  })
})
