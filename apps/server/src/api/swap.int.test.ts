import { type Devnet, startDevnet } from '@billfold/devnet/startDevnet'
import type { NoQuote, SwapQuote } from '@billfold/protocol/api/swap'
import type { DevnetChain } from '@billfold/protocol/devnetManifest'
import { nativePlaceholders } from '@billfold/protocol/nativeCoin'
import { createWalletClient, erc20Abi, type Hex, http, parseEther, parseUnits, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appDeps } from '../../test/appDeps.ts'
import { createChains } from '../chains/createChains.ts'
import { evmFromDevnet } from '../chains/eip155/evmFromDevnet.ts'
import type { EvmAddress, ServerChain } from '../chains/serverChain.ts'
import { createApp } from '../createApp.ts'
import { createSources } from '../providers/createSources.ts'
import { nativeCoin, type QuoteSource } from '../providers/quotes/quoteSource.ts'
import { simulateSwap } from '../providers/quotes/simulateSwap.ts'
import { createUniswapQuotes } from '../providers/quotes/uniswap/createUniswapQuotes.ts'
import { createRpc, type Rpc } from '../rpc/createRpc.ts'

let devnet: Devnet
let network: DevnetChain
let chain: ServerChain
let rpc: Rpc
const house = privateKeyToAddress(generatePrivateKey())
const who = 'projectId=shop&st=appkit&sv=react-wagmi-1.7.1'

beforeAll(async () => {
  devnet = await startDevnet({ host: '127.0.0.1', port: 0, evmPort: 0, chainIds: [31337], blockTime: 0, market: false })
  network = devnet.manifest.chains[0]!
  chain = evmFromDevnet(network)
  rpc = createRpc({ chains: createChains([chain]) })
})
afterAll(() => devnet?.close())

const wallet = (index: number) =>
  createWalletClient({
    account: privateKeyToAccount(devnet.manifest.accounts[index]!.privateKey as Hex),
    transport: http(network.rpcUrl),
    pollingInterval: 20,
  }).extend(publicActions)
const tokenOf = (symbol: string) => network.tokens.find((token) => token.symbol === symbol)!.address as EvmAddress
const caip = (symbol: string) => `eip155:31337:${symbol === 'ETH' ? nativePlaceholders.eip155 : tokenOf(symbol)}`
const addressOf = (id: string) => id.split(':')[2] as EvmAddress

/** The server's own handlers, with a test's sources. They share a busy machine with their chain. */
function serve(quotes?: QuoteSource[], quoteDeadlineMs = 12_000) {
  const chains = createChains([chain])
  const sources = createSources({ chains, rpc })
  const deps = appDeps({
    chains,
    rpc,
    bodyLimitBytes: 100_000,
    clientQuota: { limit: 10_000, windowMs: 60_000 },
    swapFee: { bps: 85, recipient: house },
    quoteDeadlineMs,
    sourceDeadlineMs: 30_000,
    sources: { ...sources, ...(quotes && { quotes }) },
  })
  const app = createApp(deps)
  const ask = async <T>(path: string, query: Record<string, string>, body?: unknown) => {
    const text = `${path}?${who}&${new URLSearchParams(query)}`
    const response = await app.request(text, body ? { method: 'POST', body: JSON.stringify(body) } : {})
    return { status: response.status, body: (await response.json()) as T }
  }
  return { ask, deps }
}
type Quotes = { quotes: SwapQuote[]; silent: { id: string; state: string; reason?: string }[]; why?: NoQuote }
type Built = {
  tx: { to: string; data: Hex; value: string; eip155: { gas: string } }
  simulation: { changes: { token: string; amount: string }[] }
}

describe('a current client', () => {
  test('gets fees, route, minimum and expiry, signs once for Permit2, and receives what was simulated', async () => {
    const me = wallet(2)
    const { ask } = serve()
    const user = me.account.address
    const amount = String(parseUnits('250', 6))
    const fields = { amount, userAddress: user, from: caip('USDC'), to: caip('DAI'), wait: 'first' }
    const { body } = await ask<Quotes>('/v1/convert/quotes', fields)
    const quote = body.quotes[0]!
    expect(quote).toMatchObject({ source: { id: 'uniswap' }, permit: 'permit2', slippageBps: 100, fees: [{ bps: 85 }] })
    expect(BigInt(quote.netAmount!)).toBeLessThan(BigInt(quote.toAmount))
    expect(quote.route!.length).toBeGreaterThan(0)

    const caipUser = `eip155:31337:${user}`
    const approve = { userAddress: caipUser, from: caip('USDC'), to: caip('DAI'), amount, spender: quote.spender! }
    const { body: approval } = await ask<Built>('/v1/convert/build-approve', approve)
    expect(addressOf(approval.tx.to)).toBe(tokenOf('USDC'))
    const sent = await me.sendTransaction({ to: addressOf(approval.tx.to), data: approval.tx.data, chain: null })
    await me.waitForTransactionReceipt({ hash: sent })
    const allowed = await ask<{ allowance: string }>('/v1/convert/allowance', {
      tokenAddress: caip('USDC'),
      userAddress: caipUser,
      spender: quote.spender!,
    })
    expect(allowed.body.allowance).toBe(amount)

    const { body: signing } = await ask<{ permit: never }>(
      '/v1/convert/build-permit',
      {},
      { quoteId: quote.id, userAddress: caipUser },
    )
    const permit = await me.signTypedData(signing.permit)
    const { status, body: built } = await ask<Built>(
      '/v1/convert/build-transaction',
      {},
      {
        amount,
        from: caip('USDC'),
        to: caip('DAI'),
        userAddress: caipUser,
        quoteId: quote.id,
        eip155: { permit },
      },
    )
    expect(status).toBe(200)
    const held = () =>
      me.readContract({ address: tokenOf('DAI'), abi: erc20Abi, functionName: 'balanceOf', args: [user] })
    const before = await held()
    const hash = await me.sendTransaction({ to: addressOf(built.tx.to), data: built.tx.data, chain: null })
    expect((await me.waitForTransactionReceipt({ hash })).status).toBe('success')
    const change = built.simulation.changes.find(({ token }) => token === caip('DAI'))!
    expect(String((await held()) - before)).toBe(change.amount)
    expect(change.amount).toBe(quote.toAmount)
  })

  test('needs no approval at all with a token permit, and only with the right signature', async () => {
    const me = wallet(6)
    const { ask } = serve()
    const [user, amount] = [me.account.address, String(parseUnits('40', 6))]
    const swap = { amount, from: caip('USDC'), to: caip('DAI') }
    const plain = await ask<Quotes>('/v1/convert/quotes', { ...swap, userAddress: user })
    expect(plain.body.quotes.map(({ source }) => source?.id)).toEqual(['uniswap'])
    const { body } = await ask<Quotes>('/v1/convert/quotes', { ...swap, userAddress: user, signs: 'eip2612' })
    const quote = body.quotes.find(({ source }) => source?.id === 'uniswap-v3')!
    expect(quote).toMatchObject({ permit: 'eip2612', spender: chain.contracts.uniswapV3SwapRouter })
    const caipUser = `eip155:31337:${user}`
    const fields = { quoteId: quote.id, userAddress: caipUser }
    const { body: signing } = await ask<{ permit: never }>('/v1/convert/build-permit', {}, fields)
    const build = async (permit: Hex) =>
      ask<Built>('/v1/convert/build-transaction', {}, { ...swap, ...fields, eip155: { permit } })
    expect((await build(await wallet(7).signTypedData(signing.permit))).status).toBe(400)
    const { status, body: built } = await build(await me.signTypedData(signing.permit))
    expect(status).toBe(200)
    const hash = await me.sendTransaction({
      to: addressOf(built.tx.to),
      data: built.tx.data,
      gas: BigInt(built.tx.eip155.gas),
      chain: null,
    })
    expect((await me.waitForTransactionReceipt({ hash })).status).toBe('success')
  })

  test('gets the reason why a swap would fail, before any wallet request', async () => {
    const poor = privateKeyToAddress(generatePrivateKey())
    const { ask } = serve()
    const fields = { amount: '1000000', userAddress: poor, from: caip('USDC'), to: caip('DAI') }
    const { body } = await ask<Quotes>('/v1/convert/quotes', fields)
    const { status, body: refused } = await ask<{ reasons: { description: string }[] }>(
      '/v1/convert/build-transaction',
      {},
      {
        amount: '1000000',
        from: caip('USDC'),
        to: caip('DAI'),
        userAddress: `eip155:31337:${poor}`,
        quoteId: body.quotes[0]!.id,
      },
    )
    expect(status).toBe(400)
    expect(refused.reasons[0]?.description).toMatch(/less than it would pay|balance|TRANSFER/i)
  })

  test('is informed when the price has moved too far since the quote, without blaming the source', async () => {
    const me = wallet(8)
    const { ask, deps } = serve()
    const swap = { amount: String(parseEther('1')), from: caip('ETH'), to: caip('USDC') }
    const { body } = await ask<Quotes>('/v1/convert/quotes', { ...swap, userAddress: me.account.address })
    const before = await me.request({ method: 'evm_snapshot' } as never)
    const pools = createUniswapQuotes({ rpc })
    const signal = new AbortController().signal
    const pair = { chain, from: nativeCoin, to: tokenOf('USDC'), user: me.account.address, slippageBps: 100 } as const
    // Someone else swaps much more over the same route.
    const way = (await pools.quote({ ...pair, amount: parseEther('1') }, signal))!
    const much = { ...pair, amount: parseEther('2000') }
    const { to, data, value } = await pools.build(much, { ...way, minOut: 1n }, signal)
    const hash = await me.sendTransaction({ to, data, value, chain: null })
    expect((await me.waitForTransactionReceipt({ hash })).status).toBe('success')
    const { status, body: refused } = await ask<{ reasons: { description: string }[] }>(
      '/v1/convert/build-transaction',
      {},
      { ...swap, userAddress: `eip155:31337:${me.account.address}`, quoteId: body.quotes[0]!.id },
    )
    await me.request({ method: 'evm_revert', params: [before] } as never)
    expect(status).toBe(400)
    expect(refused.reasons[0]?.description).toBe('The price moved: less would come out than the minimum.')
    expect(await deps.metrics.register.metrics()).not.toContain('swap_quotes_refused_total{')
  })

  test("cannot use another person's quote, or one that is a minute old", async () => {
    const { ask } = serve()
    const body = {
      amount: '1',
      from: caip('ETH'),
      to: caip('DAI'),
      userAddress: `eip155:31337:${house}`,
      quoteId: 'gone',
    }
    expect((await ask('/v1/convert/build-transaction', {}, body)).status).toBe(400)
  })
})

describe('a client of AppKit 1.7', () => {
  test('uses its own sequence: quote, allowance, approvals until it is enough, transaction', async () => {
    const me = wallet(3)
    const { ask } = serve()
    const user = `eip155:31337:${me.account.address}`
    const amount = String(parseUnits('100', 6))
    const [from, to] = [caip('USDT'), caip('ETH')]
    const tokens = await ask<{ tokens: { address: string; symbol: string }[] }>('/v1/convert/tokens', {
      chainId: 'eip155:31337',
    })
    expect(tokens.body.tokens.map(({ symbol }) => symbol)).toContain('USDT')
    const gas = await ask<{ standard: string }>('/v1/convert/gas-price', { chainId: 'eip155:31337' })
    const quoted = { amount, userAddress: me.account.address, from, to, gasPrice: gas.body.standard }
    const { body } = await ask<Quotes>('/v1/convert/quotes', quoted)
    expect(body.quotes[0]).toMatchObject({ fromAmount: amount, fromAccount: from, toAccount: to })
    for (let step = 0; step < 3; step += 1) {
      const { body: allowed } = await ask<{ allowance: string }>('/v1/convert/allowance', {
        tokenAddress: from,
        userAddress: user,
      })
      if (BigInt(allowed.allowance) >= BigInt(amount)) break
      const { body: approval } = await ask<{ tx: { from: string; to: string; data: Hex } }>(
        '/v1/convert/build-approve',
        {
          userAddress: user,
          from,
          to,
        },
      )
      expect(approval.tx.from).toBe(approval.tx.to)
      const hash = await me.sendTransaction({ to: addressOf(approval.tx.from), data: approval.tx.data, chain: null })
      expect((await me.waitForTransactionReceipt({ hash })).status).toBe('success')
      expect(step).toBeLessThan(2)
    }
    const { body: built } = await ask<Built>(
      '/v1/convert/build-transaction',
      {},
      {
        amount,
        eip155: { slippage: 1 },
        projectId: 'shop',
        from,
        to,
        userAddress: user,
      },
    )
    const hash = await me.sendTransaction({
      to: addressOf(built.tx.to),
      data: built.tx.data,
      gas: BigInt(built.tx.eip155.gas),
      chain: null,
    })
    expect((await me.waitForTransactionReceipt({ hash })).status).toBe('success')
  })

  test('resets an allowance first for a token that refuses to change one', async () => {
    const me = wallet(4)
    const { ask } = serve()
    const spender = chain.contracts.permit2!
    const hash = await me.writeContract({
      address: tokenOf('USDT'),
      abi: [
        {
          type: 'function',
          name: 'approve',
          inputs: [{ type: 'address' }, { type: 'uint256' }],
          outputs: [],
          stateMutability: 'nonpayable',
        },
      ],
      functionName: 'approve',
      args: [spender, 5n],
      chain: null,
    })
    await me.waitForTransactionReceipt({ hash })
    const user = `eip155:31337:${me.account.address}`
    const { body } = await ask<{ reset?: { to: string } }>('/v1/convert/build-approve', {
      userAddress: user,
      from: caip('USDT'),
      to: caip('ETH'),
      amount: '1000',
      spender,
    })
    expect(body.reset && addressOf(body.reset.to)).toBe(tokenOf('USDT'))
  })
})

describe('a dishonest source', () => {
  const honest = () => createUniswapQuotes({ rpc })
  const liar = (change: Partial<QuoteSource>): QuoteSource => ({ ...honest(), ...change })
  const newQuery = () => ({
    amount: String(parseEther('1')),
    userAddress: devnet.manifest.accounts[5]!.address,
    from: caip('ETH'),
    to: caip('USDC'),
  })

  test("is excluded for its transaction's real effect, with log and metrics", async () => {
    const build: QuoteSource['build'] = async (request, quote, signal) => {
      const short = { ...request, amount: request.amount / 10n }
      const built = await honest().build(short, { ...quote, minOut: 1n }, signal)
      return { ...built, value: request.amount, minOut: quote.minOut }
    }
    const { ask, deps } = serve([liar({ build })])
    const { body } = await ask<Quotes>('/v1/convert/quotes', newQuery())
    const reason = 'another amount'
    expect(body).toMatchObject({ quotes: [], silent: [{ state: 'refused', reason }], why: { reason: 'unavailable' } })
    expect(deps.lines.join()).toContain(reason)
    expect(await deps.metrics.register.metrics()).toContain(
      `swap_quotes_refused_total{source="uniswap",chain="eip155:31337",reason="${reason}"} 1`,
    )
  })

  test("is rejected later for its transaction's real effect, with log and metrics", async () => {
    let isHonest = true
    const build: QuoteSource['build'] = async (request, quote, signal) => {
      if (isHonest) return honest().build(request, quote, signal)
      // Promises much but builds for a tenth.
      const short = { ...request, amount: request.amount / 10n }
      const built = await honest().build(short, { ...quote, minOut: 1n }, signal)
      return { ...built, value: request.amount, minOut: quote.minOut }
    }
    const { ask, deps } = serve([liar({ build })])
    const { body } = await ask<Quotes>('/v1/convert/quotes', newQuery())
    isHonest = false
    const { status, body: refused } = await ask<{ reasons: { description: string }[] }>(
      '/v1/convert/build-transaction',
      {},
      {
        ...newQuery(),
        userAddress: `eip155:31337:${newQuery().userAddress}`,
        quoteId: body.quotes[0]!.id,
      },
    )
    expect(status).toBe(400)
    const reason = 'another amount'
    expect(refused.reasons[0]?.description).toContain(reason)
    expect(deps.lines.join()).toContain(reason)
    expect(await deps.metrics.register.metrics()).toContain(
      `swap_quotes_refused_total{source="uniswap",chain="eip155:31337",reason="${reason}"} 1`,
    )
    const again = await ask<Quotes>('/v1/convert/quotes', newQuery())
    expect(again.body.quotes).toEqual([])
  })

  test('is detected even if its contract behaves in simulations only', async () => {
    const me = wallet(9)
    // Reverts, unless the caller has code or is not the transaction's origin: every simulation used to look like that.
    const code = '333b32331817600e5760006000fd5b00'
    const hash = await me.sendTransaction({ data: `0x6010600c60003960106000f3${code}`, chain: null })
    const { contractAddress } = await me.waitForTransactionReceipt({ hash })
    const swap = { to: contractAddress!, data: '0x', value: 1_000n } as const
    const simulation = { chain, user: me.account.address, calls: [swap], assets: [nativeCoin] } as const
    expect(await simulateSwap(rpc(chain.id), simulation, new AbortController().signal)).toMatchObject({ ok: false })
  })

  test('does not delay the others when it never responds', async () => {
    const slow: QuoteSource = { ...honest(), id: 'slow', name: 'Slow', quote: () => new Promise(() => {}) }
    const source = honest()
    let given: ReturnType<QuoteSource['quote']> | undefined
    const other: QuoteSource = { ...source, quote: (...request) => (given ??= source.quote(...request)) }
    const { body } = await serve([slow, other]).ask<Quotes>('/v1/convert/quotes', { ...newQuery(), wait: 'first' })
    expect(body.quotes).toHaveLength(1)
    expect(body.silent).toMatchObject([{ id: 'slow', state: 'asked' }])
    // The other one repeats its quote: even on a slow chain, only the silent source can time out.
    const all = await serve([slow, other], 2_500).ask<Quotes>('/v1/convert/quotes', { ...newQuery(), wait: 'all' })
    expect(all.body.silent).toMatchObject([{ id: 'slow', state: 'failed', reason: 'too slow' }])
  })
})
