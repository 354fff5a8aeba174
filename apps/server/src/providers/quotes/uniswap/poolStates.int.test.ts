import { type Devnet, startDevnet } from '@billfold/devnet/startDevnet'
import fc from 'fast-check'
import { type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTrader } from '../../../../test/testTrader.ts'
import { createChains } from '../../../chains/createChains.ts'
import { evmFromDevnet } from '../../../chains/eip155/evmFromDevnet.ts'
import type { EvmAddress, ServerChain } from '../../../chains/serverChain.ts'
import { type ChainRpc, createRpc } from '../../../rpc/createRpc.ts'
import { createReadContracts } from '../../readContracts.ts'
import { createPoolStates, type PoolStates } from './createPoolStates.ts'
import { createUniswapQuotes } from './createUniswapQuotes.ts'
import { createFindPairs } from './findPairs.ts'
import { quoteInMemory } from './quoteInMemory.ts'
import { quoteRoutes, type RouteQuote } from './quoteRoutes.ts'
import { pairsOf, type Route, routesOf } from './routes.ts'

/** Random quotes to compare; 10,000 take some minutes. */
const runs = Number(process.env.QUOTES ?? 60)

let devnet: Devnet
let chain: ServerChain
let node: ChainRpc
let trader: ReturnType<typeof createTrader>
let tokens: { address: EvmAddress; decimals: number }[]
beforeAll(async () => {
  devnet = await startDevnet({ host: '127.0.0.1', port: 0, evmPort: 0, chainIds: [31337], blockTime: 0, market: false })
  chain = evmFromDevnet(devnet.manifest.chains[0]!)
  const rpc = createRpc({ chains: createChains([chain]) })
  node = rpc(chain.id)
  trader = createTrader(devnet, createUniswapQuotes({ rpc }), {
    bps: 85,
    recipient: devnet.manifest.accounts[9]!.address as EvmAddress,
  })
  tokens = [
    { address: chain.wrappedNative!, decimals: 18 },
    ...chain.tokens.map(({ address, decimals }) => ({ address: address as EvmAddress, decimals })),
  ]
})
afterAll(() => devnet?.close())

const signal = () => new AbortController().signal
const best = (quotes: readonly RouteQuote[]) =>
  quotes.reduce<RouteQuote | undefined>((a, b) => (a && a.amountOut >= b.amountOut ? a : b), undefined)

async function routesFor(from: EvmAddress, to: EvmAddress): Promise<Route[]> {
  const bases = [...new Set([chain.wrappedNative!, ...chain.stables])]
  const find = createFindPairs(createReadContracts(node), chain.contracts)
  return routesOf(from, to, bases, await find(pairsOf(from, to, bases)))
}

/** Pool states over a node whose methods a test replaces; `requests` counts what it was sent. */
function statesOver(replace: Partial<Record<string, (params: readonly unknown[]) => unknown>> = {}) {
  const requests: string[] = []
  let time = 0
  const intercept = async (method: string, params: readonly unknown[]) => {
    requests.push(method)
    const replaced = replace[method]?.(params)
    return replaced === undefined ? node.call(method, params) : replaced
  }
  const spy = {
    ...node,
    call: intercept,
    batch: (calls: readonly { method: string; params: readonly unknown[] }[]) =>
      Promise.all(
        calls.map(async ({ method, params }) => {
          try {
            return { ok: true as const, result: await intercept(method, params) }
          } catch (error) {
            return { ok: false as const, error: error as never }
          }
        }),
      ),
  } as ChainRpc
  const states = createPoolStates(spy, createReadContracts(spy), () => time)
  return { states, requests, pass: (ms: number) => (time += ms) }
}

const trade = (from: string, to: string, amount: bigint) => trader.swap(from, to, amount, { fee: undefined })
const expectSame = async (states: PoolStates, routes: readonly Route[], amount: bigint) => {
  const chainQuotes = await quoteRoutes(createReadContracts(node), chain.contracts, routes, amount, signal())
  const own = await quoteInMemory(states, routes, amount)
  if (own) expect(best(own)?.amountOut).toBe(best(chainQuotes)?.amountOut)
  return own !== undefined
}

describe('quotes in memory', () => {
  it('are the on-chain quoter’s best to the unit, for any pair and amount, while pools move', {
    timeout: 1_800_000,
  }, async () => {
    const { states, pass } = statesOver()
    const index = fc.nat({ max: tokens.length - 1 })
    const magnitude = fc.tuple(fc.integer({ min: 0, max: 4 }), fc.bigInt({ min: 1n, max: 999_999n }))
    let [turn, answered] = [0, 0]
    await fc.assert(
      fc.asyncProperty(index, index, magnitude, async (a, b, [zeros, digits]) => {
        fc.pre(a !== b)
        if (turn % 10 === 0) await trade('ETH', ['USDC', 'WBTC', 'DAI'][(turn / 10) % 3]!, parseEther('7'))
        turn++
        pass(1_000)
        const [from, to] = [tokens[a]!, tokens[b]!]
        const routes = await routesFor(from.address, to.address)
        if (await expectSame(states, routes, digits * 10n ** BigInt(Math.max(0, from.decimals - 6 - zeros)))) answered++
      }),
      { numRuns: runs },
    )
    // An amount that empties a pool is left to the node.
    expect(answered / turn).toBeGreaterThan(0.6)
  })

  it('need no request while the head is fresh, and one look at the logs after it', async () => {
    const { states, requests, pass } = statesOver()
    const routes = await routesFor(chain.wrappedNative!, chain.stables[0]!)
    await quoteInMemory(states, routes, parseEther('1'))
    requests.length = 0
    for (let i = 1n; i <= 20n; i++) await quoteInMemory(states, routes, i * parseEther('0.1'))
    expect(requests).toEqual([])
    await trade('ETH', 'USDC', parseEther('1'))
    pass(1_000)
    await expectSame(states, routes, parseEther('1'))
    expect(requests).toEqual(['eth_getBlockByNumber', 'eth_getBlockByNumber', 'eth_getLogs'])
  })

  it.each([
    [
      'a reorg',
      'eth_getBlockByNumber',
      ([tag]: readonly unknown[]) =>
        tag === 'latest' ? undefined : { number: tag, hash: '0xother', parentHash: '0x' },
    ],
    ['a node without logs', 'eth_getLogs', () => null],
  ] as const)('read the pools again after %s', async (_, method, reply) => {
    const replies: Record<string, (params: readonly unknown[]) => unknown> = {}
    const { states, requests, pass } = statesOver(replies)
    const routes = await routesFor(chain.wrappedNative!, chain.stables[0]!)
    await expectSame(states, routes, parseEther('1'))
    replies[method] = reply
    await trade('ETH', 'USDC', parseEther('2'))
    await trade('ETH', 'USDC', parseEther('2'))
    pass(1_000)
    requests.length = 0
    await expectSame(states, routes, parseEther('1'))
    expect(requests).toContain('eth_call')
  })

  it('leave a route to the node if it can’t read a pool', async () => {
    const { states } = statesOver({ eth_call: () => '0x' as Hex })
    expect(await quoteInMemory(states, await routesFor(chain.wrappedNative!, chain.stables[0]!), 1n)).toBeUndefined()
  })
})
