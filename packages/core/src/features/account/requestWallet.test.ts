import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { beforeAll, expect, test } from 'vitest'
import { eoa, puppetConnector, sessionOf } from '../../../test/puppetConnector.ts'
import { setUpKit } from '../../../test/setUpKit.ts'
import type { Kit } from '../../kit.ts'
import type { Connector } from '../../model/connector.ts'
import { switchConnection } from '../connect/switchConnection.ts'
import { requestWallet } from './requestWallet.ts'

beforeAll(() => import('../../chains/eip155/eip155.ts'))

const keys = [1, 2, 3].map(() => privateKeyToAccount(generatePrivateKey()))
const [a, b, c] = keys.map(({ address }) => address) as [string, string, string]
const typed = {
  domain: {},
  types: { Order: [{ name: 'amount', type: 'uint256' }] },
  primaryType: 'Order',
  message: { amount: '5' },
}

function setUp(wallet: Partial<Connector> = {}) {
  const requests: { method: string; params: unknown }[] = []
  const { connector } = puppetConnector(
    {},
    {
      accounts: async () => [eoa(a), eoa(b)],
      request: async (_, method, params) => {
        requests.push({ method, params })
        return `answer to ${method}`
      },
      ...wallet,
    },
  )
  const set = setUpKit()
  set.kit.connectors.add(connector)
  const session = { ...sessionOf(a), accounts: [eoa(a), eoa(b)] as const }
  set.kit.store.send({
    type: 'account/connected',
    namespace: 'eip155',
    connectorId: connector.id,
    how: 'user',
    ...session,
  })
  return { ...set, requests, ask: (method: string, ...params: unknown[]) => requestWallet(set.kit, { method, params }) }
}

const choose = (kit: Kit, address: string) =>
  switchConnection(kit, { namespace: 'eip155', connectorId: 'io.puppet', address })

test('passes queries through, and answers account queries from the page, active account first', async () => {
  const { kit, ask, requests } = setUp()
  expect(await ask('eth_blockNumber')).toBe('answer to eth_blockNumber')
  choose(kit, b)
  expect(await ask('eth_accounts')).toEqual([b, a])
  expect(await ask('eth_requestAccounts')).toEqual([b, a])
  expect(requests.map((r) => r.method)).toEqual(['eth_blockNumber'])
})

test.each([
  ['eth_sendTransaction', [{ from: a.toUpperCase().replace('0X', '0x') }], [{ from: b }]],
  ['wallet_sendCalls', [{ from: a }], [{ from: c }]],
])('sends %s only for the active account', async (method, own, other) => {
  const { kit, ask, requests } = setUp()
  expect(await ask(method, ...own)).toBe(`answer to ${method}`)
  await expect(ask(method, ...other)).rejects.toMatchObject({ code: 'account_mismatch' })
  expect(requests).toHaveLength(1)
  expect(kit.store.get().notice).toMatchObject({ notice: { code: 'accountMismatched' } })
})

test('defaults the chain of a site’s request to the active one', async () => {
  const { ask, requests } = setUp()
  await ask('eth_sendTransaction', { from: a, value: '0x1' })
  await ask('eth_sendTransaction', { from: a, chainId: '0x5' })
  await ask('wallet_sendCalls', { from: a, calls: [] }, 'more')
  await ask('eth_estimateGas', { from: a })
  expect(requests.map(({ params }) => params)).toEqual([
    [{ from: a, value: '0x1', chainId: '0x1' }],
    [{ from: a, chainId: '0x5' }],
    [{ from: a, calls: [], chainId: '0x1' }, 'more'],
    [{ from: a }],
  ])
})

test.each([
  ['personal_sign', ['0x68', a], ['0x68', b]],
  ['personal_sign', [a, '0x68'], [b, '0x68']],
  ['eth_signTypedData_v4', [a, JSON.stringify(typed)], [b, JSON.stringify(typed)]],
])('rejects a %s that the active account did not sign', async (method, own, other) => {
  const signs = (key: (typeof keys)[number]) => async (_: unknown, requestedMethod: string) => {
    if (requestedMethod === 'eth_call') return '0x00'
    return requestedMethod === 'personal_sign'
      ? key.signMessage({ message: { raw: '0x68' } })
      : key.signTypedData({ ...typed, message: { amount: 5n } } as never)
  }
  const honest = setUp({ request: signs(keys[0]!) })
  expect(await honest.ask(method, ...own)).toMatch(/^0x[0-9a-f]{130}$/)
  await expect(honest.ask(method, ...other)).rejects.toMatchObject({ code: 'account_mismatch' })
  // The wallet has switched accounts without an event.
  const moved = setUp({ request: signs(keys[1]!) })
  await expect(moved.ask(method, ...own)).rejects.toMatchObject({ code: 'account_mismatch' })
  expect(moved.kit.store.get().notice).toMatchObject({ notice: { code: 'accountMismatched' } })
})

test('does not prompt a wallet that no longer shares the account', async () => {
  const { ask, requests } = setUp({ accounts: async () => [eoa(c)] })
  await expect(ask('personal_sign', '0x68', a)).rejects.toMatchObject({ code: 'account_mismatch' })
  expect(requests).toEqual([])
})

test('rejects a signature, but returns a sent hash, if the account changed meanwhile', async () => {
  const leaving = () => {
    let calls = 0
    return async () => (++calls % 2 === 1 ? [eoa(a)] : [eoa(c)])
  }
  const signing = setUp({ accounts: leaving() })
  await expect(signing.ask('personal_sign', '0x68', a)).rejects.toMatchObject({ code: 'account_mismatch' })
  const sending = setUp({ accounts: leaving() })
  expect(await sending.ask('eth_sendTransaction', { from: a })).toBe('answer to eth_sendTransaction')
  expect(sending.kit.store.get().notice).toMatchObject({ notice: { code: 'accountMismatched' } })
})

test('rejects an account that the wallet does not share', () => {
  const { kit } = setUp()
  expect(() => choose(kit, c)).toThrow('The wallet does not share this account')
})

test('rejects a request while disconnected', async () => {
  await expect(requestWallet(setUpKit().kit, { method: 'eth_chainId' })).rejects.toMatchObject({
    code: 'provider_disconnected',
  })
})
