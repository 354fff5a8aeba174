import { expect, it } from 'vitest'
import { ethereum } from '../../test/testUpstream.ts'
import { createSharedFeeds } from './createSharedFeeds.ts'
import { createSubscriptions } from './createSubscriptions.ts'
import type { NodeSocketOptions, Notice } from './nodeSocket.ts'

/** A caller of a node that accepts every subscription. */
function setUp() {
  const ids: string[] = []
  let tell: (notice: Notice) => void = () => {}
  let given = 0
  const open = async ({ onNotice }: NodeSocketOptions) => {
    tell = onNotice
    const request = async (method: string) => (method === 'eth_subscribe' ? `0x${++given}` : true)
    return { request, close: () => {} }
  }
  const subscriptions = createSubscriptions({
    chain: { ...ethereum, wsUrls: ['ws://node.test'] },
    notify: (text) => ids.push(JSON.parse(text).params.subscription),
    onLost: () => {},
    feeds: createSharedFeeds({ open }),
    open,
  })
  const ask = (method: string, ...params: unknown[]) =>
    subscriptions.ask({ jsonrpc: '2.0', id: 1, method, params }) as Promise<{
      result?: unknown
      error?: object
    }>
  return {
    ...subscriptions,
    ask,
    ids,
    notice: (id: string) => tell({ method: 'eth_subscription', params: { subscription: id, result: {} } }),
    given: () => given,
  }
}

it('caps subscriptions per connection under concurrent requests', async () => {
  const { ask, begin, given } = setUp()
  const replies = await Promise.all(Array.from({ length: 80 }, () => ask('eth_subscribe', 'newHeads')))
  expect(given()).toBe(1)
  expect(new Set(replies.map(({ result }) => result).filter(Boolean)).size).toBe(50)
  expect(replies[50]!.error).toMatchObject({ message: 'A connection can hold at most 50 subscriptions.' })
  for (const { result } of replies) begin(result)
  expect((await ask('eth_subscribe', 'newHeads')).error).toBeDefined()
  // After an unsubscribe there is room for another.
  expect((await ask('eth_unsubscribe', replies[7]!.result)).result).toBe(true)
  expect((await ask('eth_unsubscribe', replies[7]!.result)).result).toBe(false)
  expect((await ask('eth_subscribe', 'newHeads')).result).toMatch(/^0x[0-9a-f]{32}$/)
})

it('delivers notifications once the caller knows the id, including earlier ones', async () => {
  const { ask, begin, ids, notice } = setUp()
  const { result } = await ask('eth_subscribe', 'logs', { address: '0x1' })
  notice('0x1')
  expect(ids).toEqual([])
  begin(result)
  notice('0x1')
  expect(ids).toEqual([result, result])
})

const transfer = `0x${'dd'.repeat(32)}`
const account = `0x${'0'.repeat(24)}${'Ab'.repeat(20)}`

it.each([
  [[]],
  [[{}]],
  [[{ address: [] }]],
  [[{ address: 7 }]],
  [[{ address: Array.from({ length: 201 }, (_, i) => `0x${i}`) }]],
  [[{ topics: [] }]],
  [[{ topics: [null, []] }]],
  [[{ topics: [transfer] }]],
  [[{ topics: [[transfer, account]] }]],
  [[{ topics: [account] }]],
  [[{ topics: [transfer, transfer] }]],
  [[{ topics: [transfer, [account, transfer]] }]],
  [[{ topics: [transfer, `0x${'0'.repeat(64)}`] }]],
  [['0x1']],
  [[null]],
])("rejects a subscription to everyone's logs: %j", async (filter) => {
  const { ask, given } = setUp()
  const { error } = await ask('eth_subscribe', 'logs', ...filter)
  expect(error).toMatchObject({ message: expect.stringContaining('logs of an address or with an account') })
  expect(given()).toBe(0)
})

it.each([
  { address: '0x1' },
  { address: ['0x1'], topics: [transfer] },
  { topics: [null, account] },
  { topics: [transfer, null, [account]] },
])('accepts one to some logs: %j', async (filter) => {
  expect((await setUp().ask('eth_subscribe', 'logs', filter)).result).toMatch(/^0x/)
})

it("treats a Solana node's numbers as ids, and a signature's notification as the last", async () => {
  const notices: unknown[] = []
  let tell: (notice: Notice) => void = () => {}
  const methods: string[] = []
  const { ask, begin } = createSubscriptions({
    chain: { ...ethereum, namespace: 'solana', id: 'solana:localnet', wsUrls: ['ws://node.test'] },
    notify: (text) => notices.push(JSON.parse(text)),
    onLost: () => {},
    feeds: createSharedFeeds(),
    open: async ({ onNotice }) => {
      tell = onNotice
      return { request: async (method) => methods.push(method), close: () => {} }
    },
  })
  const request = (method: string, ...params: unknown[]) => ask({ jsonrpc: '2.0', id: 1, method, params })
  expect(await request('signatureSubscribe', 'sig')).toMatchObject({ result: 1 })
  const notice = { method: 'signatureNotification', params: { subscription: 1, result: { value: { err: null } } } }
  tell(notice)
  expect(notices).toEqual([])
  begin(1)
  expect(notices).toEqual([{ jsonrpc: '2.0', ...notice }])
  // The node has ended it: there is nothing to end.
  expect(await request('signatureUnsubscribe', 1)).toMatchObject({ result: false })
  expect(await request('blockSubscribe', 'all')).toMatchObject({
    error: { message: 'This server only supports subscriptions to accounts, signatures and slots.' },
  })
  expect(methods).toEqual(['signatureSubscribe'])
})

it("forwards a Polkadot caller's requests within its subscription, and their results after the reply", async () => {
  const events: unknown[] = []
  const methods: string[] = []
  let tell: (notice: Notice) => void = () => {}
  const subscriptions = createSubscriptions({
    chain: { ...ethereum, namespace: 'polkadot', wsUrls: ['ws://node.test'] },
    notify: (text) => events.push(JSON.parse(text).params.result.event),
    onLost: () => {},
    feeds: createSharedFeeds(),
    open: async ({ onNotice }) => {
      tell = onNotice
      return {
        async request(method) {
          methods.push(method)
          if (method === 'chainHead_v1_follow') return 'aBc'
          if (method !== 'chainHead_v1_call') return null
          setTimeout(() => event('operationCallDone'))
          return { result: 'started', operationId: '7' }
        },
        close: () => {},
      }
    },
  })
  const event = (name: string) =>
    tell({ method: 'chainHead_v1_followEvent', params: { subscription: 'aBc', result: { event: name } } })
  const ask = (method: string, ...params: unknown[]) =>
    subscriptions.ask({ jsonrpc: '2.0', id: 1, method, params }) as Promise<{ result?: unknown; error?: object }>

  expect((await ask('chainHead_v1_header', 'aBc', '0x12')).error).toMatchObject({
    message: 'This connection has no such subscription.',
  })
  expect((await ask('chainHead_v1_follow', true)).result).toBe('aBc')
  subscriptions.begin('aBc')
  const started = await ask('chainHead_v1_call', 'aBc', '0x12', 'Core_version', '0x')
  expect([started.result, events]).toEqual([{ result: 'started', operationId: '7' }, []])
  await expect.poll(() => events).toEqual(['operationCallDone'])
  expect((await ask('transaction_v1_broadcast', '0x12')).result).toBeNull()
  // Another's subscription, one that reads a whole chain, and an outdated form of it.
  expect((await ask('chainHead_v1_call', 'xYz', '0x12', 'Core_version', '0x')).error).toBeDefined()
  for (const method of ['archive_v1_storage', 'chainHead_unstable_follow'])
    expect((await ask(method)).error, method).toMatchObject({
      message: expect.stringContaining('only supports subscriptions'),
    })
  // The node stops following: its subscription is gone.
  event('stop')
  await expect.poll(() => events.at(-1)).toBe('stop')
  expect((await ask('chainHead_v1_header', 'aBc', '0x12')).error).toBeDefined()
  expect(methods).toEqual(['chainHead_v1_follow', 'chainHead_v1_call', 'transaction_v1_broadcast'])
})
