import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import { expect, test } from 'vitest'
import { evmNetwork, setUpKit } from '../../../test/setUpKit.ts'
import { recipientQuery } from './recipientQuery.ts'

const other = (chainNamespace: Namespace, id: string, symbol: string, decimals: number) => ({
  ...{ id, name: symbol, chainNamespace, nativeCurrency: { name: symbol, symbol, decimals } },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
})
const networks = [
  evmNetwork(1),
  other('solana', '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'SOL', 9),
  other('bip122', '000000000019d6689c085ae165831e93', 'BTC', 8),
  other('polkadot', '91b171bb158e2d3848fa23a9f1c25182', 'DOT', 10),
]
const ids: Readonly<Record<Namespace, CaipNetworkId>> = {
  eip155: 'eip155:1',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  bip122: 'bip122:000000000019d6689c085ae165831e93',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
}
const addresses: Readonly<Record<Namespace, string>> = {
  eip155: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  solana: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv',
  bip122: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  polkadot: '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5',
}
const families = Object.keys(ids) as Namespace[]
const { kit } = setUpKit({ networks })
const find = (namespace: Namespace, text: string) =>
  recipientQuery(kit, { text, networkId: ids[namespace] }).queryFn({ signal: new AbortController().signal })
const failure = (namespace: Namespace, text: string) =>
  find(namespace, text).then(
    () => 'taken',
    ({ code }: { code: string }) => code,
  )

test.each(families)('accepts an address of %s, trimmed', async (namespace) => {
  expect(await find(namespace, `  ${addresses[namespace]} `)).toEqual({ address: addresses[namespace] })
})

test.each(families.flatMap((at) => families.filter((of) => of !== at).map((of) => [at, of] as const)))(
  'reports on %s that an address of %s belongs to another network',
  async (at, of) => {
    expect(await failure(at, addresses[of])).toBe('network_unknown')
  },
)

test('reports a test network’s address as another network’s', async () => {
  for (const text of [
    'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx',
    'bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw',
    'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
  ])
    expect(await failure('bip122', text), text).toBe('network_unknown')
})

test.each(families)('rejects a mistyped address on %s without any request', async (namespace) => {
  const address = addresses[namespace]
  const slip = `${address.slice(0, -1)}${address.endsWith('5') ? '6' : '5'}`
  const texts = ['', '0x', 'vitalik', `${address}${address}`, ...(namespace === 'solana' ? [] : [slip])]
  for (const text of texts) expect(await failure(namespace, text), text).toBe('invalid_input')
})
