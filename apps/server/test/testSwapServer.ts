import type { NoQuote, SwapQuote } from '@billfold/protocol/api/swap'
import { KitError } from '@billfold/protocol/error'
import { tokenId } from '@billfold/protocol/nativeCoin'
import { decodeFunctionData, encodeFunctionResult, type Hex, numberToHex, parseAbi } from 'viem'
import { createChains } from '../src/chains/createChains.ts'
import type { EvmAddress, ServerChain } from '../src/chains/serverChain.ts'
import { createApp } from '../src/createApp.ts'
import type { BuiltSwap, QuoteRequest, QuoteSource, SourceQuote } from '../src/providers/quotes/quoteSource.ts'
import type { OwnContracts } from '../src/providers/quotes/trustedContracts.ts'
import type { PriceSource } from '../src/providers/source.ts'
import type { Rpc } from '../src/rpc/createRpc.ts'
import { appDeps } from './appDeps.ts'
import { ethereum, usdc } from './testUpstream.ts'

export const router: EvmAddress = '0x00000000000000000000000000000000000000aa'
export const otherRouter: EvmAddress = '0x00000000000000000000000000000000000000bb'
export const stranger: EvmAddress = '0x00000000000000000000000000000000000000ba'
const permit2: EvmAddress = '0x000000000022D473030F116dDEE9F6B43aC78BA3'
export const base: ServerChain = { ...ethereum, id: 'eip155:8453', reference: '8453', name: 'Base' }
const who = 'projectId=shop&st=appkit&sv=react-wagmi-1.7.1'
export const caip = (address: string, chain = 1) => `eip155:${chain}:${address}`
const coin = tokenId('eip155:1')
export const swap = { amount: '100000000', from: caip(usdc), to: coin }
/** A hundred dollars at $3,000 per ether. */
export const fair = 10n ** 20n / 3_000n

const batchAbi = parseAbi([
  'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3Value(Call[] calls) payable returns (Result[] results)',
])

/** A node without any approvals; records its requests. */
function startNode(
  says: (data: Hex) => Hex | Error | undefined = () => undefined,
  simulates?: (block: SimulatedBlock) => unknown,
) {
  const nodeCalls: string[] = []
  const answer = async (method: string, [call, , lent]: readonly unknown[] = []) => {
    nodeCalls.push(method)
    if (method === 'eth_simulateV1' && simulates) return [{ calls: simulates(firstBlock(call)) }] as never
    if (method === 'eth_call' && lent) return asPoor((call as { data: Hex }).data) as never
    const outcome = method === 'eth_call' ? says((call as { data: Hex }).data) : undefined
    if (outcome instanceof Error) throw outcome
    if (outcome !== undefined) return outcome as never
    return (
      method === 'eth_gasPrice' ? '0x7' : method === 'eth_getCode' ? '0x' : numberToHex(0n, { size: 32 })
    ) as never
  }
  const rpc: Rpc = () => ({
    forward: async () => [],
    call: answer,
    batch: (calls) =>
      Promise.all(
        calls.map(async ({ method, params }) => ({ ok: true as const, result: await answer(method, params) })),
      ),
  })
  return { rpc, nodeCalls }
}

/** Sequential calls, on top of the caller's state overrides. */
export type SimulatedBlock = {
  stateOverrides: Record<string, { code?: Hex; balance?: Hex }>
  calls: { from: EvmAddress; to: EvmAddress; data: Hex; value: Hex }[]
}
const firstBlock = (params: unknown) => (params as { blockStateCalls: [SimulatedBlock] }).blockStateCalls[0]

/** A simulation in which the account has nothing, so that everything it does fails. */
function asPoor(data: Hex): Hex {
  const { args } = decodeFunctionData({ abi: batchAbi, data })
  const result = args[0].map(({ allowFailure }) => ({
    success: !allowFailure,
    returnData: allowFailure ? '0x' : numberToHex(0n, { size: 32 }),
  })) as { success: boolean; returnData: Hex }[]
  return encodeFunctionResult({ abi: batchAbi, functionName: 'aggregate3Value', result })
}

const prices: PriceSource = {
  id: 'prices',
  supports: () => true,
  prices: async ({ tokens }) => new Map(tokens.map((token) => [token, { usd: token === 'native' ? 3_000 : 1, at: 0 }])),
}

export type Change = {
  quote?: Partial<SourceQuote>
  built?: Partial<BuiltSwap>
  spenders?: Record<string, EvmAddress>
  isDown?: boolean | KitError
  /** Delays the source's response. */
  until?: (request: QuoteRequest) => Promise<void>
  supports?: QuoteSource['supports']
  /** A contract's response to a call. */
  says?: (data: Hex) => Hex | Error | undefined
  /** The node's `eth_simulateV1`; without it, the node rejects the method. */
  simulates?: (block: SimulatedBlock) => unknown
  /** The amount of a second source, which takes tokens through Permit2. */
  throughPermit2?: bigint
}
/** A server with one source, honest except for the test's change. */
export function serve(change: Change = {}) {
  const {
    quote = {},
    built = {},
    spenders = {},
    isDown,
    until,
    supports = () => true,
    says,
    simulates,
    throughPermit2,
  } = change
  const spenderOn = (chainId: string) => spenders[chainId] ?? router
  const source: QuoteSource = {
    id: 'acme',
    name: 'Acme',
    supports,
    quote: async (request) => {
      const { chain } = request
      await until?.(request)
      if (isDown) throw isDown === true ? new KitError('unavailable') : isDown
      const amountOut = quote.amountOut ?? fair
      const minOut = (amountOut * 99n) / 100n
      const own = { fees: [], route: [], gas: 200_000n, expiresAt: Date.now() + 30_000, memo: undefined }
      return { amountOut, minOut, ...own, spender: spenderOn(chain.id), target: spenderOn(chain.id), ...quote }
    },
    build: async ({ chain }, { minOut }) => ({
      to: spenderOn(chain.id),
      data: '0xdeadbeef',
      value: 0n,
      minOut,
      ...built,
    }),
  }
  const through: QuoteSource = {
    ...source,
    id: 'through',
    quote: async (request, ...more) => {
      const answer = await source.quote(request, ...more)
      return answer && { ...answer, amountOut: throughPermit2!, minOut: throughPermit2!, spender: permit2 }
    },
  }
  const ownSwapContracts: OwnContracts = new Map([
    ['acme eip155:1', [router]],
    ['acme eip155:8453', [otherRouter]],
    ['through eip155:1', [router, permit2]],
    ['nobody eip155:1', [stranger]],
  ])
  const { rpc, nodeCalls } = startNode(says, simulates)
  const deps = appDeps({
    chains: createChains([throughPermit2 ? { ...ethereum, contracts: { permit2 } } : ethereum, base]),
    rpc,
    sources: {
      balances: [],
      prices: [prices],
      history: [],
      names: [],
      quotes: throughPermit2 ? [through, source] : [source],
    },
    ownSwapContracts,
    trustProxy: 1,
    clientQuota: { limit: 1_000, windowMs: 60_000 },
  })
  const app = createApp(deps)
  const ask = async <T>(path: string, query: Record<string, string>, body?: unknown, visitor = '10.9.9.9') => {
    const url = `/v1/convert/${path}?${who}&${new URLSearchParams(query)}`
    const headers = { 'x-forwarded-for': visitor }
    const response = await app.request(url, {
      headers,
      ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
    })
    const retryAfter = response.headers.get('retry-after')
    return { status: response.status, retryAfter, body: (await response.json()) as T & Failure }
  }
  /** The operator's view of a rejection. */
  const operatorView = async () => ({
    log: deps.lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'quote rejected'),
    metrics: (await deps.metrics.register.metrics()).match(/^swap_quotes_refused_total\{.*$/gm) ?? [],
    resting: (await deps.metrics.register.metrics()).match(/^upstream_circuits_open\{.*$/gm) ?? [],
  })
  return { ask, nodeCalls, operatorView }
}
export type Failure = { reasons: { field: string; description: string }[] }
export type Quotes = { quotes: SwapQuote[]; silent: { id: string; state: string; reason?: string }[]; why?: NoQuote }
export type Approval = { tx: { to: string; data: Hex } }
