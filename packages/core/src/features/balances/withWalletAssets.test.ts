import { expect, it } from 'vitest'
import { puppetConnector, sessionOf } from '../../../test/puppetConnector.ts'
import { setUpKit } from '../../../test/setUpKit.ts'
import type { ConnectorInfo } from '../../model/connector.ts'
import { fakeHttp } from '../../ports/fakeHttp.ts'
import { balancesQuery } from './balancesQuery.ts'

const plain = '0x52908400098527886E0F7030069857D2E4169EE7'
const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const odd = `0x${'4'.repeat(40)}`
const server = {
  balances: [
    { symbol: 'ETH', name: 'Ether', price: 2000, value: 2000, quantity: { decimals: '18', numeric: '1' } },
    {
      symbol: 'USDC',
      name: 'USD Coin',
      address: `eip155:1:${usdc}`,
      price: 1,
      value: 5,
      quantity: { decimals: '6', numeric: '5' },
    },
  ].map((row) => ({ ...row, chainId: 'eip155:1', iconUrl: '' })),
}
const can = { '0x1': { assetDiscovery: { supported: true } } }
const hex = (amount: bigint) => `0x${amount.toString(16)}`

/** The balances shown for an account whose wallet responds like this. */
function shown(answers: { capabilities?: unknown; assets?: unknown }, info: Partial<ConnectorInfo> = {}) {
  const requests: [string, unknown][] = []
  const { connector } = puppetConnector(info, {
    async request(_, method, params) {
      requests.push([method, params])
      if (method === 'wallet_getCapabilities' && answers.capabilities) return answers.capabilities
      if (method === 'wallet_getAssets') return answers.assets
      throw Object.assign(new Error('no such method'), { code: -32601 })
    },
  })
  const { kit } = setUpKit({ http: fakeHttp(() => ({ body: server })) })
  kit.connectors.add(connector)
  const { namespace, id: connectorId } = connector
  kit.store.send({ type: 'account/connected', namespace, connectorId, how: 'user', ...sessionOf(plain) })
  const query = balancesQuery(kit, { address: `eip155:1:${plain}` })
  const rows = () => query.queryFn({ signal: new AbortController().signal })
  const read = async () =>
    (await rows()).map(({ symbol, amount, value, isListed }) => ({ symbol, amount, value, isListed }))
  return { rows, read, requests }
}
const fromServer = [
  { symbol: 'ETH', amount: 10n ** 18n, value: 2000 },
  { symbol: 'USDC', amount: 5_000_000n, value: 5 },
]

it('combines the wallet’s amounts with the server’s prices, and lists wallet-only tokens as unlisted', async () => {
  const { read, requests } = shown({
    capabilities: can,
    assets: {
      '0x1': [
        { address: 'native', balance: hex(2n * 10n ** 18n), type: 'native' },
        { address: usdc, balance: '0x0', type: 'erc20', metadata: { name: 'x', symbol: 'FAKE', decimals: 6 } },
        { address: odd, balance: '0x7', type: 'erc20', metadata: { name: 'Odd', symbol: 'ODD', decimals: 0 } },
      ],
    },
  })
  expect(await read()).toEqual([
    { symbol: 'ETH', amount: 2n * 10n ** 18n, value: 4000 },
    { symbol: 'ODD', amount: 7n, isListed: false },
  ])
  expect(requests).toEqual([
    ['wallet_getCapabilities', [plain]],
    ['wallet_getAssets', [{ account: plain, chainFilter: ['0x1'] }]],
  ])
  await read()
  expect(requests).toHaveLength(2)
})

it('reads AppKit’s own shape: uppercase types, with price and icon', async () => {
  const icon = 'data:image/png;base64,AA=='
  const metadata = { name: 'Odd', symbol: 'ODD', decimals: 1, price: 3, iconUrl: icon }
  const { rows } = shown({
    capabilities: can,
    assets: {
      '0x1': [
        {
          address: null,
          balance: hex(3n * 10n ** 18n),
          type: 'NATIVE',
          metadata: { name: 'Ether', symbol: 'ETH', decimals: 18, price: 9 },
        },
        { address: odd, balance: '0x14', type: 'ERC20', metadata },
        {
          address: usdc,
          balance: '0x0',
          type: 'ERC20',
          metadata: { symbol: 'USDC', iconUrl: 'https://elsewhere.example/a.png' },
        },
      ],
    },
  })
  expect(await rows()).toEqual([
    expect.objectContaining({ symbol: 'ETH', amount: 3n * 10n ** 18n, price: 2000, value: 6000 }),
    expect.objectContaining({ symbol: 'ODD', amount: 20n, price: 3, value: 6, iconUrl: icon, isListed: false }),
  ])
})

it.each([
  ['says nothing of it', {}],
  ['cannot', { capabilities: { '0x1': { assetDiscovery: { supported: false } } } }],
  ['can on another chain', { capabilities: { '0xa': can['0x1'] } }],
])('does not query assets from a wallet that %s', async (_, answers) => {
  const { read, requests } = shown(answers)
  expect(await read()).toMatchObject(fromServer)
  expect(requests.map(([method]) => method)).toEqual(['wallet_getCapabilities'])
})

it('makes no queries over WalletConnect, where each one opens the wallet’s app', async () => {
  const { read, requests } = shown({ capabilities: can }, { type: 'WALLET_CONNECT' })
  expect(await read()).toMatchObject(fromServer)
  expect(requests).toEqual([])
})

it.each([
  ['nothing', null],
  ['no list', { '0x1': 'all' }],
  ['another chain', { '0xa': [{ address: 'native', balance: '0x1', type: 'native' }] }],
  ['an amount that is none', { '0x1': [{ address: 'native', balance: '-1', type: 'native' }] }],
  [
    'an amount that no chain can hold',
    { '0x1': [{ address: 'native', balance: `0x${'f'.repeat(65)}`, type: 'native' }] },
  ],
  ['other decimals', { '0x1': [{ address: usdc, balance: '0x1', type: 'erc20', metadata: { decimals: 0 } }] }],
  [
    'a token without an address',
    { '0x1': [{ balance: '0x1', type: 'erc20', metadata: { symbol: 'A', decimals: 0 } }] },
  ],
  ['a token without a name', { '0x1': [{ address: odd, balance: '0x1', type: 'erc20', metadata: { decimals: 0 } }] }],
  ['an NFT', { '0x1': [{ address: odd, balance: '0x1', type: 'erc721', metadata: { symbol: 'A', decimals: 0 } }] }],
])('leaves out %s', async (_, assets) => {
  expect(await shown({ capabilities: can, assets }).read()).toMatchObject(fromServer)
})
