import { expect, onTestFinished, test } from 'vitest'
import { puppetConnector, sessionOf } from '../../../test/puppetConnector.ts'
import { evmNetwork, setUpKit } from '../../../test/setUpKit.ts'
import { fakeHttp } from '../../ports/fakeHttp.ts'
import { writeCachedBalance } from './nativeBalanceCache.ts'
import { nativeBalanceQuery } from './nativeBalanceQuery.ts'

const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

test('retries a failing node after 30 seconds, except when retrying cannot help', async () => {
  const { kit } = setUpKit()
  onTestFinished(() => kit.dispose())
  const failureOf = (address: Parameters<typeof nativeBalanceQuery>[1]['address']) =>
    nativeBalanceQuery(kit, { address })
      .queryFn({ signal: AbortSignal.timeout(10_000) })
      .catch((e: unknown) => e)
  const { refetchInterval } = nativeBalanceQuery(kit, { address: `eip155:1:${owner}` })
  expect(refetchInterval({ state: { error: null } })).toBe(false)
  expect(refetchInterval({ state: { error: new Error('down') } })).toBe(30_000)
  expect(refetchInterval({ state: { error: await failureOf(`eip155:999:${owner}`) } })).toBe(false)
  expect(refetchInterval({ state: { error: await failureOf('bip122:000000000019d6689c085ae165831e93:x') } })).toBe(
    false,
  )
})

test.each([
  ['the kit’s own list, through our server', 'https://mainnet.base.org', {}, 'https://api.example/v1/'],
  ['a site’s own address', 'https://node.example/rpc', {}, 'https://node.example/rpc'],
  [
    'what the site names for the chain',
    'https://mainnet.base.org',
    { 'eip155:8453': ['https://named.example/'] },
    'https://named.example/',
  ],
])('reads a balance from %s only', async (_, rpcUrl, customRpcUrls, at) => {
  const http = fakeHttp(() => ({ body: { jsonrpc: '2.0', id: 1, result: '0x10' } }))
  const apiUrl = 'https://api.example'
  const { kit } = setUpKit({ http, apiUrl, customRpcUrls, networks: [evmNetwork(8453, 'Base', rpcUrl)] })
  onTestFinished(() => kit.dispose())
  const { queryFn } = nativeBalanceQuery(kit, { address: `eip155:8453:${owner}` })
  expect(await queryFn({ signal: new AbortController().signal })).toEqual({ value: 16n, symbol: 'ETH', decimals: 18 })
  expect(http.requests.map(({ url }) => url.split('?')[0])).toEqual([at])
  const query = new URL(http.requests[0]!.url).searchParams
  if (at.startsWith(apiUrl))
    expect(Object.fromEntries(query)).toEqual({ chainId: 'eip155:8453', projectId: 'test-project' })
  else expect([...query]).toEqual([])
})

test('reads the chain if the wallet’s response is invalid', async () => {
  const http = fakeHttp(() => ({ body: { jsonrpc: '2.0', id: 1, result: '0x10' } }))
  const { kit } = setUpKit({ http })
  onTestFinished(() => kit.dispose())
  const { connector } = puppetConnector({}, { request: async () => 'a lot' })
  kit.connectors.add(connector)
  const place = { namespace: 'eip155', connectorId: connector.id, how: 'user' } as const
  kit.store.send({ type: 'account/connected', ...place, ...sessionOf(owner) })
  const { queryFn } = nativeBalanceQuery(kit, { address: `eip155:1:${owner}` })
  expect(await queryFn({ signal: new AbortController().signal })).toMatchObject({ value: 16n })
})

test('treats a cached balance as stale once the visitor has moved funds', () => {
  const { kit, clock } = setUpKit()
  onTestFinished(() => kit.dispose())
  const address = `eip155:1:${owner}` as const
  writeCachedBalance(kit, address, { value: 7n, symbol: 'ETH', decimals: 18 })
  const readAt = clock.now()
  clock.advance(2000)
  const age = () => nativeBalanceQuery(kit, { address }).initialDataUpdatedAt()
  expect(age()).toBe(readAt)
  const transaction = {
    hash: '0xa',
    networkId: 'eip155:1',
    kind: 'send',
    from: owner,
    call: {},
    meant: { to: owner, amount: '1', symbol: 'ETH', decimals: 18 },
    sentAt: clock.now() - 1000,
    settledAt: clock.now(),
    status: 'confirmed',
  } as const
  kit.store.send({ type: 'transaction/heard', transactions: [transaction] })
  expect(age()).toBe(0)
})
