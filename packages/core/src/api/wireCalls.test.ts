import { expect, test } from 'vitest'
import { setUpKit } from '../../test/setUpKit.ts'
import { fakeHttp } from '../ports/fakeHttp.ts'
import { fakeLog } from '../ports/fakeLog.ts'
import { fakePage } from '../ports/fakePage.ts'
import { createDialogApi } from './createDialogApi.ts'
import { createMoneyApi } from './createMoneyApi.ts'

const account = '0x52908400098527886E0F7030069857D2E4169EE7'
const [chainId, user] = ['eip155:1', `eip155:1:${account}`]
const [coin, usdc] = ['eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee', `eip155:1:0x${'a'.repeat(40)}`]
const signed = { coin_type: 60, address: account, message: '{}', signature: '0x12' }
const transaction = {
  hash: '0x1',
  chain: chainId,
  minedAt: '',
  sentFrom: '',
  sentTo: '',
  status: 'confirmed',
  nonce: 0,
}
const balance = {
  name: 'Ether',
  symbol: 'ETH',
  chainId,
  price: 1,
  quantity: { decimals: '18', numeric: '1' },
  iconUrl: '',
}
const fungible = { name: 'USDC', symbol: 'USDC', iconUrl: '', price: 1 }
const quote = { id: null, fromAmount: '1', fromAccount: coin, toAmount: '2', toAccount: usdc }
const gas = { gas: '21000', gasPrice: '7' }
const token = { name: 'USDC', symbol: 'USDC', address: usdc, decimals: 6, logoUri: null, eip2612: false }
const profile = { name: 'ann.eth', registered: null, updated: null, addresses: {}, attributes: [] }
const event = {
  eventId: 'b0b2b1a4-0e0c-4d34-9c5a-6f5f6b7f0e11',
  url: 'https://site.example/app',
  domain: 'https://site.example',
  timestamp: 1,
  props: { type: 'track' as const, event: 'MODAL_OPEN', address: account },
}

type Api = ReturnType<typeof createMoneyApi> & ReturnType<typeof createDialogApi>
type Row = [
  name: string,
  call: (api: Api) => Promise<unknown>,
  line: string,
  sent: { query?: object; body?: object; isSigned?: true },
  answer: object,
]

const rows: Row[] = [
  [
    'an account’s transactions',
    (api) => api.getHistory({ address: account, chainId, cursor: 'p2', onramp: 'coinbase' }),
    `GET /v1/account/${account}/history`,
    { query: { cursor: 'p2', onramp: 'coinbase', chainId } },
    { data: [{ id: 't', metadata: { operationType: 'send', ...transaction }, transfers: [] }], next: null },
  ],
  [
    'prices of tokens',
    (api) => api.getPrice({ currency: 'usd', addresses: [usdc as never] }),
    'POST /v1/fungible/price',
    { body: { currency: 'usd', addresses: [usdc] } },
    { fungibles: [fungible] },
  ],
  [
    'quotes of a swap',
    (api) =>
      api.getSwapQuotes({ userAddress: account, from: coin as never, to: usdc as never, gasPrice: '7', amount: '1' }),
    'GET /v1/convert/quotes',
    { query: { userAddress: account, from: coin, to: usdc, gasPrice: '7', amount: '1' } },
    { quotes: [quote] },
  ],
  [
    'the call that approves',
    (api) => api.buildSwapApproval({ from: usdc as never, to: coin as never, userAddress: user as never }),
    'GET /v1/convert/build-approve',
    { query: { from: usdc, to: coin, userAddress: user } },
    { tx: { from: user, to: usdc, data: '0x', value: '0', eip155: { gasPrice: '7' } } },
  ],
  [
    'the call that swaps',
    (api) => api.buildSwap({ userAddress: user as never, from: coin as never, to: usdc as never, amount: '1' }),
    'POST /v1/convert/build-transaction',
    { body: { userAddress: user, from: coin, to: usdc, amount: '1' } },
    { tx: { from: user, to: usdc, data: '0x', amount: '1', eip155: gas } },
  ],
  [
    'how much a swap may take',
    (api) => api.getSwapAllowance({ tokenAddress: usdc as never, userAddress: user as never }),
    'GET /v1/convert/allowance',
    { query: { tokenAddress: usdc, userAddress: user } },
    { allowance: '5' },
  ],
  [
    'the price of gas',
    (api) => api.getGasPrice({ chainId }),
    'GET /v1/convert/gas-price',
    { query: { chainId } },
    { standard: '7', fast: '8', instant: '9' },
  ],
  [
    'tokens to swap',
    (api) => api.getSwapTokens({ chainId }),
    'GET /v1/convert/tokens',
    { query: { chainId } },
    { tokens: [token] },
  ],
  [
    'what an account has',
    (api) => api.getBalance({ address: account, currency: 'usd', chainId }),
    `GET /v1/account/${account}/balance`,
    { query: { currency: 'usd', chainId } },
    { balances: [balance] },
  ],
  [
    'what a name stands for',
    (api) => api.getProfile({ name: 'ann.eth' }),
    'GET /v1/profile/account/ann.eth',
    {},
    profile,
  ],
  [
    'the names of an address',
    (api) => api.getNames({ address: account }),
    `GET /v1/profile/reverse/${account}`,
    {},
    [profile],
  ],
  [
    'names like one',
    (api) => api.getNameSuggestions({ name: 'ann', zone: 'site.eth' }),
    'GET /v1/profile/suggestions/ann',
    { query: { zone: 'site.eth' } },
    { suggestions: [{ name: 'ann.site.eth', registered: false }] },
  ],
  [
    'a name to be registered',
    (api) => api.registerName(signed),
    'POST /v1/profile/account',
    { body: signed, isSigned: true },
    profile,
  ],
  [
    'who an address is',
    (api) => api.getIdentity({ address: account }),
    `GET /v1/identity/${account}`,
    {},
    { name: null, avatar: null },
  ],
  ['something that happened', (api) => api.e(event), 'POST /e', { body: event }, { status: 'ACCEPTED' }],
  [
    'wallets of the registry',
    (api) =>
      api.getWallets({
        page: 2,
        entries: 40,
        chains: 'eip155:1,eip155:10',
        include: 'a',
        exclude: 'b',
        search: 'rain',
        badge_type: 'certified',
      }),
    'GET /getWallets',
    {
      query: {
        page: '2',
        entries: '40',
        chains: 'eip155:1,eip155:10',
        include: 'a',
        exclude: 'b',
        search: 'rain',
        badge_type: 'certified',
      },
    },
    { data: [{ id: 'w', name: 'W' }], count: 1 },
  ],
  [
    'whether analytics is on',
    (api) => api.getAnalyticsConfig({}),
    'GET /getAnalyticsConfig',
    {},
    { isAnalyticsEnabled: true },
  ],
]

test.each(rows)('sends %s as AppKit does, and accepts its response', async (_, call, line, sent, answer) => {
  const { http, requests } = fakeHttp(() => ({ body: answer }))
  const { store } = setUpKit({ apiUrl: 'https://api.example' }).kit
  const source = { ports: { http, log: fakeLog(), page: fakePage().page }, store }
  expect(await call({ ...createMoneyApi(source), ...createDialogApi(source) })).toEqual(answer)
  const [{ method, url, body } = { method: '', url: '', body: undefined }] = requests
  const { origin, pathname, searchParams } = new URL(url)
  expect([origin, `${method} ${decodeURIComponent(pathname)}`]).toEqual(['https://api.example', line])
  // Signed calls identify the caller themselves.
  const caller = sent.isSigned ? {} : { projectId: 'test-project', st: 'appkit', sv: 'html-universal-0.0.0' }
  expect(Object.fromEntries(searchParams)).toEqual({ ...caller, ...sent.query })
  expect(body === undefined ? undefined : JSON.parse(body)).toEqual(sent.body)
})

const needed: Readonly<Record<string, string[]>> = {
  'an account’s transactions': [
    'data',
    'data.0.id',
    'data.0.metadata.chain',
    'data.0.metadata.minedAt',
    'data.0.transfers',
  ],
  'prices of tokens': ['fungibles', 'fungibles.0.symbol', 'fungibles.0.price'],
  'quotes of a swap': ['quotes', 'quotes.0.toAmount'],
  'the call that approves': ['tx.from', 'tx.to', 'tx.data', 'tx.value', 'tx.eip155.gasPrice'],
  'the call that swaps': ['tx.to', 'tx.data', 'tx.eip155.gas', 'tx.eip155.gasPrice'],
  'how much a swap may take': ['allowance'],
  'the price of gas': ['standard'],
  'tokens to swap': ['tokens', 'tokens.0.address', 'tokens.0.decimals', 'tokens.0.symbol'],
  'what an account has': [
    'balances',
    'balances.0.quantity.decimals',
    'balances.0.quantity.numeric',
    'balances.0.price',
  ],
  'what a name stands for': ['name', 'addresses'],
  'names like one': ['suggestions', 'suggestions.0.name', 'suggestions.0.registered'],
  'wallets of the registry': ['data', 'count', 'data.0.id', 'data.0.name'],
  'whether analytics is on': ['isAnalyticsEnabled'],
}
const lacking = rows.flatMap(([name, call, , , answer]) =>
  (needed[name] ?? []).map((path) => [name, path, call, without(answer, path.split('.'))] as const),
)

test.each(lacking)('rejects a response to %s without %s', async (_, __, call, body) => {
  const { store } = setUpKit({ apiUrl: 'https://api.example' }).kit
  const source = { ports: { http: fakeHttp(() => ({ body })).http, log: fakeLog(), page: fakePage().page }, store }
  const api = { ...createMoneyApi(source), ...createDialogApi(source) }
  await expect(call(api)).rejects.toMatchObject({ code: 'invalid_input' })
})

/** A copy of a value without the property at the path. */
function without(value: object, path: string[]): object {
  const copy = structuredClone(value) as Record<string, unknown>
  const owner = path.slice(0, -1).reduce((at, key) => at[key] as Record<string, unknown>, copy)
  delete owner[path.at(-1)!]
  return copy
}
