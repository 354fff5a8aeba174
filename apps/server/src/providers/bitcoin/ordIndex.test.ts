import { afterAll, beforeAll, expect, it } from 'vitest'
import { appDeps } from '../../../test/appDeps.ts'
import { badDays, startUpstream, type Upstream } from '../../../test/testUpstream.ts'
import { createChains } from '../../chains/createChains.ts'
import { createApp } from '../../createApp.ts'
import { createOrdIndex } from './createOrdIndex.ts'

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream()
})
afterAll(() => upstream.close())

const outpoint = (byte: string, index = 0) => `${byte.repeat(64)}:${index}`
/** An output as ord documents it. */
const output = (at: string, over: object = {}) => ({
  address: 'bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr',
  confirmations: 1_200,
  indexed: true,
  inscriptions: [],
  outpoint: at,
  runes: {},
  sat_ranges: null,
  script_pubkey: '5120a60869f0dbcf1dc659c9cecbaf8050135ea9e8cdc487053f1dc6880949dc684c',
  spent: false,
  transaction: at.slice(0, 64),
  value: 10_000,
  ...over,
})
const index = (deadlineMs = 5_000) => createOrdIndex({ url: upstream.url, deadlineMs })
const ask = (outputs: readonly string[], from = index()) => from(outputs, new AbortController().signal)

it('distinguishes inscriptions and runes from plain coins, and omits unknown outputs', async () => {
  const all = ['a', 'b', 'c', 'd', 'e', 'f', '1', '2'].map((byte) => outpoint(byte))
  const [plain, inscribed, runes, notIndexed, spent, noRunes, odd, absent] = all as [string, ...string[]]
  upstream.says({
    body: [
      output(plain),
      output(inscribed!, { inscriptions: [`${'a'.repeat(64)}i0`], runes: null }),
      output(runes!, { runes: { 'UNCOMMON•GOODS': { amount: 100, divisibility: 0, symbol: '⧉' } } }),
      output(notIndexed!, { indexed: false }),
      output(spent!, { spent: true }),
      output(noRunes!, { runes: null }),
      { outpoint: odd },
      output(outpoint('9')),
    ],
  })
  expect([...(await ask(all))]).toEqual([
    [plain, false],
    [inscribed, true],
    [runes, true],
  ])
  expect(absent).toBeDefined()
  const [{ path, body, headers }] = upstream.requests as [(typeof upstream.requests)[number]]
  expect([path, JSON.parse(body), headers.accept]).toEqual(['/outputs', all, 'application/json'])
})

it('returns nothing during failures', async () => {
  upstream.says({ status: 404, body: { error: 'output not found' } })
  expect((await ask([outpoint('a')])).size).toBe(0)
  for (const [name, day] of Object.entries(badDays)) {
    upstream.says(day)
    await expect(ask([outpoint('a')], index(300)), name).rejects.toMatchObject({
      code: expect.stringMatching(/^(unavailable|timeout)$/),
    })
  }
})

it('answers pages on the main network only, and only with an index', async () => {
  const chainOf = (reference: string) => ({
    ...{ id: `bip122:${reference}` as const, namespace: 'bip122' as const, reference, name: 'Bitcoin', rpcUrls: [] },
    nativeCurrency: { name: 'Bitcoin', symbol: 'BTC', decimals: 8 },
    ...{ wsUrls: [], tokens: [], contracts: {}, stables: [], isLocal: false },
  })
  const [main, regtest] = ['000000000019d6689c085ae165831e93', '0f9188f13cb7b2c71f2a335e3a4fc328'] as const
  const chains = createChains([chainOf(main), chainOf(regtest)])
  const deps = appDeps({ chains })
  const app = createApp({ ...deps, sources: { ...deps.sources, inscriptions: index() } })
  const read = async (outputs: string, reference: string = main, from = app) => {
    const answer = await from.request(
      `http://api.test/v1/inscribed/${outputs}?projectId=shop&chainId=bip122:${reference}`,
    )
    return { status: answer.status, body: await answer.json() }
  }
  upstream.says({ body: [output(outpoint('a')), output(outpoint('b'), { inscriptions: ['x'] })] })
  const three = [outpoint('a'), outpoint('b'), outpoint('c', 7)].join(',')
  expect(await read(three)).toEqual({ status: 200, body: { [outpoint('a')]: false, [outpoint('b')]: true } })
  expect((await read(three, regtest)).status).toBe(404)
  expect((await read(three, main, createApp(deps))).status).toBe(404)
  for (const bad of ['abc', `${outpoint('a')},`, Array.from({ length: 41 }, () => outpoint('a')).join(',')])
    expect((await read(bad)).status, bad.slice(0, 80)).toBe(422)
})
