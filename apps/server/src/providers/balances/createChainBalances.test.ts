import { KitError } from '@billfold/protocol/error'
import { encodeAbiParameters, type Hex } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import { ethereum, owner, usdc } from '../../../test/testUpstream.ts'
import type { ServerChain } from '../../chains/serverChain.ts'
import type { Rpc, RpcOutcome } from '../../rpc/createRpc.ts'
import { RpcError } from '../../rpc/rpcError.ts'
import { createChainBalances } from './createChainBalances.ts'

const chain: ServerChain = {
  ...ethereum,
  id: 'eip155:9999',
  reference: '9999',
  rpcUrls: ['http://node.example'],
  tokens: [{ address: usdc, name: 'USD Coin', symbol: 'USDC', decimals: 6 }],
}
const stranger = '0x00000000000000000000000000000000000000aa'
const word = (n: bigint): Hex => `0x${n.toString(16).padStart(64, '0')}`
const text = (value: string) => encodeAbiParameters([{ type: 'string' }], [value])
const selectors = { '0x70a08231': 'balanceOf', '0x06fdde03': 'name', '0x95d89b41': 'symbol', '0x313ce567': 'decimals' }
type Contract = Partial<Record<'balanceOf' | 'name' | 'symbol' | 'decimals', unknown>>

/** A chain without Multicall3 whose contracts return given values; an Error is the node's own. */
function rpcOf(contracts: Record<string, Contract>, coin: unknown = '0x10'): Rpc {
  const answer = (method: string, params: readonly unknown[]): unknown => {
    if (method === 'eth_getCode') return '0x'
    if (method === 'eth_getBalance') return coin
    const { to, data } = params[0] as { to: string; data: string }
    const name = selectors[data.slice(0, 10) as keyof typeof selectors] as keyof Contract | undefined
    return name ? contracts[to.toLowerCase()]?.[name] : '0x'
  }
  const batch = async (calls: readonly { method: string; params: readonly unknown[] }[]) =>
    calls.map(({ method, params }): RpcOutcome => {
      const result = answer(method, params)
      if (result instanceof RpcError) return { ok: false, error: result }
      if (result instanceof Error) throw result
      return { ok: true, result }
    })
  return () => ({
    batch,
    async call<T>(method: string, params: readonly unknown[]) {
      const [outcome] = await batch([{ method, params }])
      if (!outcome?.ok) throw outcome?.error
      return outcome.result as T
    },
    forward: () => Promise.reject(new Error('not used')),
  })
}
const ask = (rpc: Rpc, discovered: string[] = [stranger], address = owner) =>
  createChainBalances({ rpc, discoveredTokens: async () => discovered }).balances(
    { chain, address, fresh: [] },
    new AbortController().signal,
  )
const dollars: Contract = { balanceOf: word(1_500_000n) }
const odd: Contract = { balanceOf: word(7n), name: text('Odd'), symbol: text('ODD'), decimals: word(18n) }

it('returns a requested token even with a zero balance, and no other', async () => {
  const empty: Contract = { ...odd, balanceOf: word(0n) }
  const rpc = rpcOf({ [usdc.toLowerCase()]: { balanceOf: word(0n) }, [stranger]: empty })
  const read = async (fresh: string[]) => {
    const { balances } = createChainBalances({ rpc })
    const held = await balances({ chain, address: owner, fresh }, new AbortController().signal)
    return held?.map(({ symbol, amount }) => [symbol, amount])
  }
  expect(await read([])).toEqual([['ETH', 16n]])
  expect(await read([usdc])).toEqual([
    ['ETH', 16n],
    ['USDC', 0n],
  ])
  expect(await read([stranger])).toEqual([
    ['ETH', 16n],
    ['ODD', 0n],
  ])
})

describe('an unlisted token', () => {
  it('with failing or stalling metadata costs the account nothing else', async () => {
    const failing = rpcOf({ [usdc.toLowerCase()]: dollars, [stranger]: { ...odd, name: new Error('too much') } })
    const hanging: Rpc = () => {
      const node = rpcOf({ [usdc.toLowerCase()]: dollars, [stranger]: odd })(chain.id)
      const isOfFacts = (calls: readonly { params: readonly unknown[] }[]) =>
        JSON.stringify(calls).includes('0x06fdde03')
      return { ...node, batch: (calls) => (isOfFacts(calls) ? new Promise(() => {}) : node.batch(calls)) }
    }
    vi.useFakeTimers()
    try {
      for (const rpc of [failing, hanging]) {
        const request = ask(rpc)
        request?.catch(() => {})
        await vi.advanceTimersByTimeAsync(5_000)
        expect((await request)?.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC'])
      }
    } finally {
      vi.useRealTimers()
    }
  })

  it('is distinguished from listed tokens', async () => {
    expect(await ask(rpcOf({ [usdc.toLowerCase()]: dollars, [stranger]: odd }))).toMatchObject([
      { symbol: 'ETH', amount: 16n, isListed: true },
      { symbol: 'USDC', amount: 1_500_000n, isListed: true },
      { symbol: 'ODD', amount: 7n, isListed: false, address: '0x00000000000000000000000000000000000000AA' },
    ])
  })

  it.each<[string, Contract]>([
    ['reverts', { balanceOf: new RpcError({ code: 3, message: 'execution reverted' }) }],
    ['returns less than a word', { ...odd, balanceOf: '0x1234' }],
    ['returns no bytes', { ...odd, balanceOf: { amount: 7 } }],
    ['returns half a byte', { ...odd, balanceOf: `${word(7n)}f` }],
    ['has nothing', { ...odd, balanceOf: word(0n) }],
    ['has no symbol', { ...odd, symbol: '0x' }],
    ['has a symbol of nothing that can be seen', { ...odd, symbol: text('\u202e\u200b\u2066') }],
    ['has no decimals', { ...odd, decimals: '0x' }],
    ['has more decimals than there are', { ...odd, decimals: word(2n ** 200n) }],
    ['calls itself a dollar', { ...odd, symbol: text('USD\u200bC') }],
    ['calls itself by a link', { ...odd, name: text('Claim at free-eth.com') }],
  ])('that %s is omitted without affecting others', async (_, contract) => {
    const balances = await ask(rpcOf({ [usdc.toLowerCase()]: dollars, [stranger]: contract }))
    expect(balances?.map(({ symbol }) => symbol)).toEqual(['ETH', 'USDC'])
  })

  it('has a safe name of limited length', async () => {
    const name = text(`<script>\u202ealert(1)</script>${'x'.repeat(100_000)}`)
    const [, token] = (await ask(rpcOf({ [stranger]: { ...odd, name } }))) ?? []
    expect(token?.name).toMatch(/^<script>alert\(1\)<\/script>x{35}$/)
  })
})

describe('a node', () => {
  it.each([null, 42, {}, 'hello', '0x', '0xzz', `0x${'f'.repeat(65)}`])(
    'that returns %j as an amount is not trusted',
    async (coin) => {
      await expect(ask(rpcOf({}, coin))).rejects.toMatchObject({ code: 'unavailable' })
    },
  )

  it('that is unavailable is a failure, and not an empty account', async () => {
    const rpc = rpcOf({ [usdc.toLowerCase()]: { balanceOf: new KitError('unavailable') } })
    await expect(ask(rpc)).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('gets no request for an invalid address', async () => {
    await expect(ask(rpcOf({}), [], '0x123')).rejects.toMatchObject({ code: 'missing_input' })
  })
})
