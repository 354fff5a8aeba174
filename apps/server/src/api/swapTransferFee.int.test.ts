import { type Devnet, startDevnet } from '@billfold/devnet/startDevnet'
import type { NoQuote, SwapQuote } from '@billfold/protocol/api/swap'
import type { DevnetChain } from '@billfold/protocol/devnetManifest'
import { nativePlaceholders } from '@billfold/protocol/nativeCoin'
import { createWalletClient, erc20Abi, type Hex, http, parseUnits, publicActions } from 'viem'
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appDeps } from '../../test/appDeps.ts'
import { createChains } from '../chains/createChains.ts'
import { evmFromDevnet } from '../chains/eip155/evmFromDevnet.ts'
import type { EvmAddress } from '../chains/serverChain.ts'
import { createApp } from '../createApp.ts'
import { createSources } from '../providers/createSources.ts'
import { createRpc } from '../rpc/createRpc.ts'

let devnet: Devnet
let network: DevnetChain
let ask: <T>(path: string, query: Record<string, string>, body?: unknown) => Promise<{ status: number; body: T }>
let deps: ReturnType<typeof appDeps>
const house = privateKeyToAddress(generatePrivateKey())
const who = 'projectId=shop&st=appkit&sv=react-wagmi-1.7.1'

beforeAll(async () => {
  devnet = await startDevnet({ host: '127.0.0.1', port: 0, evmPort: 0, chainIds: [31337], blockTime: 0, market: false })
  network = devnet.manifest.chains[0]!
  const chains = createChains([evmFromDevnet(network)])
  const rpc = createRpc({ chains })
  deps = appDeps({
    chains,
    rpc,
    bodyLimitBytes: 100_000,
    clientQuota: { limit: 10_000, windowMs: 60_000 },
    swapFee: { bps: 85, recipient: house },
    quoteDeadlineMs: 12_000,
    sourceDeadlineMs: 30_000,
    sources: createSources({ chains, rpc }),
  })
  const app = createApp(deps)
  ask = async (path, query, body) => {
    const url = `/v1/convert/${path}?${who}&${new URLSearchParams(query)}`
    const response = await app.request(url, body ? { method: 'POST', body: JSON.stringify(body) } : {})
    return { status: response.status, body: (await response.json()) as never }
  }
})
afterAll(() => devnet?.close())

const wallet = (index: number) =>
  createWalletClient({
    account: privateKeyToAccount(devnet.manifest.accounts[index]!.privateKey as Hex),
    transport: http(network.rpcUrl),
    pollingInterval: 20,
  }).extend(publicActions)
const tokenOf = (symbol: string) => network.tokens.find((token) => token.symbol === symbol)!
const caip = (symbol: string) =>
  `eip155:31337:${symbol === 'ETH' ? nativePlaceholders.eip155 : tokenOf(symbol).address}`
const addressOf = (id: string) => id.split(':')[2] as EvmAddress
const unitsOf = (symbol: string, amount: string) =>
  String(parseUnits(amount, symbol === 'ETH' ? 18 : tokenOf(symbol).decimals))
type Quotes = { quotes: SwapQuote[]; why?: NoQuote }
type Built = { tx: { to: string; data: Hex; value: string } }

/** Swaps like the kit, and returns the quoted and the received amount. */
async function swap(from: string, to: string, decimals: string, slippageBps: string) {
  const me = wallet(2)
  const [user, amount] = [me.account.address, unitsOf(from, decimals)]
  const held = (symbol: string, owner: EvmAddress) =>
    symbol === 'ETH'
      ? me.getBalance({ address: owner })
      : me.readContract({
          address: tokenOf(symbol).address as EvmAddress,
          abi: erc20Abi,
          functionName: 'balanceOf',
          args: [owner],
        })
  const pair = { amount, from: caip(from), to: caip(to) }
  const { body } = await ask<Quotes>('quotes', { ...pair, userAddress: user, slippageBps, wait: 'all' })
  const quote = body.quotes[0]
  if (!quote) throw new Error(`No quote: ${JSON.stringify(body)}`)
  const userAddress = `eip155:31337:${user}`
  const send = async (tx: { to: string; data: Hex; value?: string }) => {
    const call = { to: addressOf(tx.to), data: tx.data, value: BigInt(tx.value ?? 0) }
    return me.waitForTransactionReceipt({ hash: await me.sendTransaction({ ...call, chain: null }) })
  }
  let permit: Hex | undefined
  if (from !== 'ETH') {
    const { body: approval } = await ask<Built>('build-approve', { ...pair, userAddress, spender: quote.spender! })
    await send(approval.tx)
    const { body: signing } = await ask<{ permit: never }>('build-permit', {}, { quoteId: quote.id, userAddress })
    permit = await me.signTypedData(signing.permit)
  }
  const { status, body: built } = await ask<Built>(
    'build-transaction',
    {},
    { ...pair, userAddress, quoteId: quote.id, ...(permit && { eip155: { permit } }) },
  )
  if (status !== 200) throw new Error(`Not built: ${JSON.stringify(built)}`)
  const [before, feeOf] = [await held(to, user), quote.fees?.[0]?.token === pair.to ? to : from]
  const feeToken = feeOf === 'ETH' ? 'WETH' : feeOf
  const paidBefore = await held(feeToken, house)
  const receipt = await send(built.tx)
  const gas = to === 'ETH' ? receipt.gasUsed * receipt.effectiveGasPrice : 0n
  return {
    quote,
    status: receipt.status,
    gained: (await held(to, user)) - before + gas,
    feePaid: (await held(feeToken, house)) - paidBefore,
  }
}

describe('a token that keeps one percent of every transfer', () => {
  test.each([
    ['ETH', 'TOLL', '0.05'],
    ['WETH', 'TOLL', '0.05'],
    ['USDC', 'TOLL', '100'],
    ['DAI', 'TOLL', '100'],
    ['USDT', 'TOLL', '100'],
    ['WBTC', 'TOLL', '0.002'],
    ['FOLD', 'TOLL', '50'],
    ['TOLL', 'ETH', '100'],
    ['TOLL', 'WETH', '100'],
    ['TOLL', 'USDC', '100'],
    ['TOLL', 'FOLD', '100'],
  ])('pays exactly the quoted amount from %s to %s, with the narrowest slippage', async (from, to, amount) => {
    const { quote, status, gained, feePaid } = await swap(from, to, amount, '10')
    expect(status).toBe('success')
    expect(String(gained)).toBe(quote.toAmount)
    expect(BigInt(quote.toAmountMin!)).toBe((BigInt(quote.toAmount) * 9_990n) / 10_000n)
    expect(quote.fees).toMatchObject([{ bps: 85, token: to === 'TOLL' ? caip(from) : caip(to) }])
    expect(String(feePaid)).toBe(quote.fees![0]!.amount)
    expect(await deps.metrics.register.metrics()).not.toContain('swap_quotes_refused_total{')
  })

  test.each([
    ['USDC', 'TOLL'],
    ['TOLL', 'USDC'],
  ])('quotes the same from %s to %s for an account without funds', async (from, to) => {
    const fields = { amount: unitsOf(from, '30'), from: caip(from), to: caip(to) }
    const shown = async (userAddress: string) =>
      (await ask<Quotes>('quotes', { ...fields, userAddress })).body.quotes[0]!.toAmount
    expect(await shown(privateKeyToAddress(generatePrivateKey()))).toBe(await shown(wallet(3).account.address))
  })
})
