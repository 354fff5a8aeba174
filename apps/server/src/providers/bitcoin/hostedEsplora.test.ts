import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { badDays, startUpstream, type Upstream } from '../../../test/testUpstream.ts'
import type { ServerChain } from '../../chains/serverChain.ts'
import { createBitcoinBalances } from './createBitcoinBalances.ts'
import { createBitcoinHistory } from './createBitcoinHistory.ts'
import { createReadEsplora } from './createReadEsplora.ts'

/** mempool.space and blockstream.info are both asked by the chain's own sources: their answers, as documented and as they come. */
let upstream: Upstream
let spare: Upstream
beforeAll(async () => {
  upstream = await startUpstream()
  spare = await startUpstream()
})
afterAll(async () => {
  await upstream.close()
  await spare.close()
})

const own = '1wiz18xYmhRX6xStj2b9t1rwWX4GKUgpv'
const other = 'bc1q07cv4m3vd6zvfjvmkl73gkyc4vjm8v3vqupz7n'
const chain = (): ServerChain => ({
  id: 'bip122:000000000019d6689c085ae165831e93',
  namespace: 'bip122',
  reference: '000000000019d6689c085ae165831e93',
  name: 'Bitcoin',
  rpcUrls: [`${upstream.url}/api`, `${spare.url}/api/`],
  wsUrls: [],
  nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
  tokens: [],
  contracts: {},
  stables: [],
  isLocal: false,
})
let read = createReadEsplora()
beforeEach(() => {
  read = createReadEsplora()
})
const balances = (signal = new AbortController().signal) =>
  createBitcoinBalances(read).balances({ chain: chain(), address: own, fresh: [] }, signal)
const history = (cursor?: string, signal = new AbortController().signal) =>
  createBitcoinHistory(read).history({ chain: chain(), address: own, cursor, limit: 50 }, signal)

const stats = (funded: number, spent: number) => ({
  ...{ funded_txo_count: 5, funded_txo_sum: funded, spent_txo_count: 5, spent_txo_sum: spent, tx_count: 7 },
})
const idOf = (n: number) => n.toString(16).padStart(64, '0')
const output = (address: string | undefined, value: number) => ({
  scriptpubkey: '76a9140a8d8d3a5a3a4cce7d9bd6fb7a4b8fbd5a0bb8a188ac',
  scriptpubkey_asm: 'OP_DUP OP_HASH160 …',
  scriptpubkey_type: 'p2pkh',
  ...(address && { scriptpubkey_address: address }),
  value,
})
/** A transaction as Esplora writes it: a stranger pays the address 0.03 bitcoin. */
const payment = (
  n: number,
  status: object = { confirmed: true, block_height: 850_000 - n, block_time: 1_720_000_000 - n },
) => ({
  txid: idOf(n),
  version: 2,
  locktime: 0,
  vin: [
    {
      ...{ txid: idOf(9_999), vout: 0, scriptsig: '', scriptsig_asm: '', is_coinbase: false, sequence: 4_294_967_293 },
      prevout: output(other, 5_000_000),
      witness: ['3044…', '03…'],
    },
  ],
  vout: [output(own, 3_000_000), output(other, 1_998_000)],
  size: 226,
  weight: 574,
  sigops: 5,
  fee: 2_000,
  status: { block_hash: idOf(1), ...status },
})
const waiting = (n: number) => payment(n, { confirmed: false })

describe('a hosted Esplora', () => {
  it('returns mined and pending transactions', async () => {
    upstream.says({
      body: { address: own, chain_stats: stats(15_007_599_040, 15_007_590_000), mempool_stats: stats(100, 40) },
    })
    expect(await balances()).toMatchObject([{ symbol: 'BTC', amount: 9_100n, isListed: true }])
    expect(upstream.requests[0]?.path).toBe(`/api/address/${own}`)
  })

  it('requests the next page by the last txid, with pending transactions first and once', async () => {
    const confirmed = Array.from({ length: 60 }, (_, n) => payment(n + 100))
    upstream.says(({ path }) => {
      const [, after] = /\/txs\/chain\/([0-9a-f]{64})$/.exec(path) ?? []
      const from = after ? confirmed.findIndex(({ txid }) => txid === after) + 1 : 0
      const page = confirmed.slice(from, from + 25)
      return { body: after ? page : [waiting(1), waiting(2), ...page] }
    })
    const rows = []
    let cursor: string | undefined
    do {
      const page = await history(cursor)
      rows.push(...page!.data)
      cursor = page!.next ?? undefined
    } while (cursor)
    expect(rows.map(({ metadata }) => metadata.hash)).toEqual([
      ...[1, 2].map(idOf),
      ...confirmed.map(({ txid }) => txid),
    ])
    expect(rows.slice(0, 3).map(({ metadata }) => metadata.status)).toEqual(['pending', 'pending', 'confirmed'])
    expect(upstream.requests.map(({ path }) => path.slice(`/api/address/${own}`.length))).toEqual([
      '/txs',
      ...[24, 49].map((at) => `/txs/chain/${confirmed[at]!.txid}`),
    ])
  })

  it('that rate limits is followed by the next', async () => {
    upstream.says({
      status: 429,
      headers: { 'retry-after': '60', 'content-type': 'text/plain' },
      body: 'Too Many Requests',
    })
    spare.says({ body: { address: own, chain_stats: stats(7, 0), mempool_stats: stats(0, 0) } })
    expect(await balances()).toMatchObject([{ amount: 7n }])
    expect(spare.requests[0]?.path).toBe(`/api/address/${own}`)
    // And is left alone for as long as it asked to be.
    expect(await balances()).toMatchObject([{ amount: 7n }])
    expect([upstream.requests.length, spare.requests.length]).toEqual([1, 2])
  })

  it.each([
    ['an address that it does not take', 400, 'Invalid Bitcoin address'],
    ['a history that it finds too long', 400, 'Too many history entries'],
    ['a cursor that it no longer knows', 404, 'Transaction not found'],
  ])('that rejects %s is not an empty account', async (_, status, body) => {
    for (const one of [upstream, spare]) one.says({ status, body, headers: { 'content-type': 'text/plain' } })
    await expect(balances()).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(history(idOf(5))).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it.each([
    ['amounts that are none', { ...payment(1), vout: [output(own, -1)] }],
    ['broken amounts', { ...payment(1), vout: [output(own, 0.5)] }],
    ['amounts that JavaScript rounds', { ...payment(1), vout: [output(own, 2 ** 53)] }],
    ['another txid', { ...payment(1), txid: '../../tx' }],
  ])('is rejected with %s', async (_, row) => {
    for (const one of [upstream, spare]) one.says({ body: [row] })
    await expect(history()).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('ignores a foreign cursor', async () => {
    upstream.says({ body: [] })
    expect(await history('../../blocks')).toBeUndefined()
    expect(upstream.requests).toHaveLength(0)
  })

  it.each(Object.entries(badDays))('rejects the response %s', async (_, answer) => {
    for (const one of [upstream, spare]) one.says(answer)
    const hurried = AbortSignal.timeout(500)
    await expect(balances(hurried)).rejects.toMatchObject({
      code: expect.stringMatching(/^(unavailable|aborted|body_too_large)$/),
    })
    await expect(history(undefined, AbortSignal.timeout(500))).rejects.toMatchObject({
      code: expect.stringMatching(/^(unavailable|aborted|body_too_large)$/),
    })
  })
})
