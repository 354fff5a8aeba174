import { KitError } from '@billfold/protocol/error'
import { expect, test } from 'vitest'
import { supportedByFake } from '../../test/walletConnect/supportedByFake.ts'
import type { NodeCall } from '../rpc/requestNodes.ts'
import type { WcClient } from './createWcClient.ts'
import { sessionRequest } from './sessionRequest.ts'
import type { WcSession } from './wcSession.ts'

function start(sessionProperties: Record<string, unknown> = {}, methods: string[] = []) {
  const eip155 = { ...supportedByFake.eip155!, methods: [...supportedByFake.eip155!.methods, ...methods] }
  let session = { topic: 'a', namespaces: { ...supportedByFake, eip155 }, sessionProperties } as unknown as WcSession
  const toWallet: string[] = []
  const toChain: NodeCall[] = []
  const failures: KitError[] = []
  const client = {
    session: () => session,
    request: async ({ method }: { method: string }) => {
      toWallet.push(method)
      return `wallet:${method}`
    },
    keepProperties(more: Record<string, unknown>) {
      session = { ...session, sessionProperties: { ...session.sessionProperties, ...more } }
    },
  } as unknown as WcClient
  const parts = {
    client,
    rpc: async (call: NodeCall) => {
      toChain.push(call)
      const failure = failures.shift()
      if (failure) throw failure
      return 'chain'
    },
    rpcUrls: () => ['https://rpc.example'],
    goTo: async () => undefined,
    apiUrl: 'https://api.example/',
    projectId: 'test',
  }
  const ask = (method: string, params: unknown = [], over: Partial<typeof parts> = {}) =>
    sessionRequest({ ...parts, ...over }, { chainId: 'eip155:1', method, params })
  return { ask, toWallet, toChain, failures }
}

test('queries calls at the wallet’s bundler, at its own URL, or in the wallet', async () => {
  const named = start({ bundler_name: 'pimlico' })
  expect(await named.ask('wallet_getCallsStatus', ['0xid', 'more'])).toBe('chain')
  expect(named.toChain).toMatchObject([
    {
      urls: ['https://api.example/v1/bundler?projectId=test&chainId=eip155%3A1&bundler=pimlico'],
      ask: { method: 'eth_getUserOperationReceipt', params: ['0xid'] },
    },
  ])
  const own = start({ bundler_url: 'https://bundler.example' })
  await own.ask('wallet_getCallsStatus', ['0xid'])
  expect(own.toChain[0]?.urls).toEqual(['https://bundler.example'])
  const inWallet = start({}, ['wallet_getCallsStatus'])
  expect(await inWallet.ask('wallet_getCallsStatus', ['0xid'])).toBe('wallet:wallet_getCallsStatus')
  await expect(start().ask('wallet_getCallsStatus', ['0xid'])).rejects.toThrow(
    'Fetching call status not approved by the wallet.',
  )
})

test.each(['http://bundler.example', 'javascript:alert(1)', 7, null])(
  'does not query an insecure wallet URL: %s',
  async (bundler_url) => {
    const { ask, toChain } = start({ bundler_url })
    await expect(ask('wallet_getCallsStatus', ['0xid'])).rejects.toMatchObject({ code: 'unauthorized' })
    expect(toChain).toEqual([])
  },
)

test('names a failing bundler by its status', async () => {
  const { ask, failures } = start({ bundler_url: 'https://bundler.example' })
  failures.push(new KitError('unavailable', { cause: { status: 502 } }))
  await expect(ask('wallet_getCallsStatus', ['0xid'])).rejects.toThrow('Failed to fetch user operation receipt - 502')
})

test.each([{ bundler_name: 'unknown' }, { bundler_url: 'https://bundler.example' }])(
  'falls back to the wallet when %j fails',
  async (properties) => {
    const { ask, failures, toWallet, toChain } = start(properties, ['wallet_getCallsStatus'])
    failures.push(new KitError('unavailable', { cause: { status: 422 } }))
    expect(await ask('wallet_getCallsStatus', ['0xid'])).toBe('wallet:wallet_getCallsStatus')
    expect([toChain.length, toWallet]).toEqual([1, ['wallet_getCallsStatus']])
  },
)

test('uses capabilities sent with the session without a request, and ignores invalid ones', async () => {
  const address = '0xAb'
  const known = start({ capabilities: { [address]: { '0x1': {} } } })
  expect(await known.ask('wallet_getCapabilities', ['0xaB'])).toEqual({ '0x1': {} })
  expect(known.toWallet).toEqual([])
  const garbage = start({ capabilities: ['x'] })
  expect(await garbage.ask('wallet_getCapabilities', [address])).toBe('wallet:wallet_getCapabilities')
  expect(await garbage.ask('wallet_getCapabilities', [address])).toBe('wallet:wallet_getCapabilities')
  expect(garbage.toWallet).toHaveLength(1)
})

test('treats a method named like an object property as any other', async () => {
  const { ask, toChain } = start()
  expect(await ask('constructor')).toBe('chain')
  expect(toChain[0]?.ask).toEqual({ method: 'constructor', params: [] })
})
