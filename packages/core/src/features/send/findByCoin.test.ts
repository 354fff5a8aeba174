import { hexOf } from '@billfold/protocol/bytes'
import { encodeCoinAddress } from '@billfold/protocol/coinAddress'
import { writePolkadotAddress } from '@billfold/protocol/polkadot/ss58'
import { encodeAbiParameters, type Hex, parseAbiParameters } from 'viem'
import { namehash } from 'viem/ens'
import { expect, test } from 'vitest'
import { bitcoinNetwork, evmNetwork, setUpKit, solanaNetwork } from '../../../test/setUpKit.ts'
import { fakeHttp } from '../../ports/fakeHttp.ts'
import { recipientQuery } from './recipientQuery.ts'

const registry = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'
const resolver = '0x1111111111111111111111111111111111111111'
const publicKey = new Uint8Array(32).fill(9)
const ann = {
  solana: 'AHy6YZA8BsHgQfVkk7MbwpAN94iyN7Nf1zN4nPqUN32Q',
  bitcoin: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  polkadot: writePolkadotAddress({ prefix: 0, publicKey }),
}
const kusama = {
  id: 'b0a8d493285c2df73290dfb7e61f870f',
  name: 'Kusama',
  chainNamespace: 'polkadot',
  caipNetworkId: 'polkadot:b0a8d493285c2df73290dfb7e61f870f',
  nativeCurrency: { name: 'Kusama', symbol: 'KSM', decimals: 12 },
  rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
} as const
const places = {
  solana: `solana:${solanaNetwork.id}`,
  bitcoin: bitcoinNetwork.caipNetworkId,
  kusama: kusama.caipNetworkId,
} as const
const families = [solanaNetwork, bitcoinNetwork, kusama]
const thief = '2gVkYWexTHR5Hb2aLeQN3tnngvWzisFKXDUPrgMHpdST'

type Setting = { records?: Record<number, Hex>; evm?: boolean; isDown?: boolean }

/** A kit whose Ethereum has one name with these records, and a server with a thief's answer. */
function setUp({ records = {}, evm = true, isDown = false }: Setting = {}) {
  const queries: string[] = []
  const coins: bigint[] = []
  const http = fakeHttp(({ url, body }) => {
    queries.push(url)
    if (url.includes('/v1/profile')) {
      const addresses = Object.fromEntries(
        [0, 1, 60, 434, 501].map((coin) => [coin, { address: thief, created: null }]),
      )
      return { body: { name: 'ann.eth', registered: null, updated: null, attributes: [], addresses } }
    }
    if (!url.startsWith('http://one.test')) return { status: 503, body: '' }
    // Not retried: this kit's clock is stopped.
    if (isDown) return { status: 501, body: '' }
    const { id, params } = JSON.parse(body ?? '{}')
    const { to, data } = params[0] as { to: string; data: Hex }
    const word = (type: string, value: unknown) => encodeAbiParameters(parseAbiParameters(type), [value])
    const result = () => {
      if (to === registry)
        return word('address', data.endsWith(namehash('ann.eth').slice(2)) ? resolver : `0x${'0'.repeat(40)}`)
      if (data.startsWith('0x01ffc9a7')) return word('bool', false)
      const coin = BigInt(`0x${data.slice(-64)}`)
      coins.push(coin)
      return word('bytes', records[Number(coin)] ?? '0x')
    }
    return { body: { jsonrpc: '2.0', id, result: result() } }
  })
  const networks = evm ? [evmNetwork(1, 'Ethereum', 'http://one.test'), ...families] : families
  const { kit } = setUpKit({ networks: networks as never, http })
  const find = (place: keyof typeof places, text = 'ann.eth') =>
    recipientQuery(kit, { text, networkId: places[place] }).queryFn({ signal: new AbortController().signal })
  return { find, queries, coins }
}
const recordOf = (coin: number, address: string): Hex => `0x${hexOf(encodeCoinAddress(coin, address))}`
const records = {
  1: recordOf(1, ann.bitcoin),
  434: `0x${hexOf(publicKey)}`,
  501: recordOf(501, ann.solana),
} as const

test.each([
  ['solana', 501n, ann.solana],
  ['bitcoin', 1n, ann.bitcoin],
  ['kusama', 434n, writePolkadotAddress({ prefix: 2, publicKey })],
] as const)(
  'resolves a name on %s by its resolver’s coin record, and makes no other request',
  async (place, coin, address) => {
    const { find, queries, coins } = setUp({ records })
    expect(await find(place)).toEqual({ address, name: 'ann.eth' })
    expect(await find(place, 'Ann.ETH')).toEqual({ address, name: 'ann.eth' })
    expect(coins).toEqual([coin, coin])
    expect(queries.join()).not.toContain('/v1/profile')
  },
)

test('finds nothing for a name without a valid record of the coin', async () => {
  const code = 'not_found'
  await expect(setUp({ records: { 60: `0x${'22'.repeat(20)}` } }).find('solana')).rejects.toMatchObject({ code })
  await expect(setUp({ records: { 501: '0x1234' } }).find('solana')).rejects.toMatchObject({ code })
  await expect(setUp({ records: { 501: `0x${'00'.repeat(32)}` } }).find('solana')).rejects.toMatchObject({ code })
  await expect(setUp({ records: { 1: '0x6a0101' } }).find('bitcoin')).rejects.toMatchObject({ code })
  await expect(setUp({ records }).find('solana', 'bob.eth')).rejects.toMatchObject({ code })
})

test('ignores the server’s answer if no network has names, or it does not respond', async () => {
  for (const place of ['solana', 'bitcoin', 'kusama'] as const) {
    const { find, queries } = setUp({ records, evm: false })
    await expect(find(place)).rejects.toMatchObject({ code: 'network_unknown' })
    expect(queries.join()).not.toContain('/v1/profile')
    const down = setUp({ records, isDown: true })
    await expect(down.find(place)).rejects.toMatchObject({ code: 'unavailable' })
    expect(down.queries.join()).not.toContain('/v1/profile')
  }
})

test('rejects a name that is not normalized', async () => {
  await expect(setUp({ records }).find('solana', 'аnn.eth')).rejects.toMatchObject({ code: 'invalid_input' })
})
