import type { OnrampStatus } from '@billfold/protocol/api/onramp'
import { KitError } from '@billfold/protocol/error'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { appDeps } from '../../test/appDeps.ts'
import { startTestCluster } from '../../test/testDatabase.ts'
import { ethereum } from '../../test/testUpstream.ts'
import { createChains } from '../chains/createChains.ts'
import type { KnownProject } from '../projects/createProjectLookup.ts'
import { createOnramp, type Onramp } from './createOnramp.ts'
import type { OnrampProvider, Report } from './onrampProvider.ts'

const hourMs = 3_600_000
const asset = { chainId: 'eip155:1', address: null, symbol: 'ETH', name: 'Ether', decimals: 18 }
const address = '0x52908400098527886E0F7030069857D2E4169EE7'
const wish = { asset, currency: 'USD', method: 'card', pays: '100.00' }
const down = () => Promise.reject(new KitError('unavailable', { message: 'The bank did not respond.' }))
const signal = AbortSignal.timeout(60_000)

/** The status that these tests' providers return, and their clock. */
const bank = { says: undefined as OnrampStatus | undefined, begins: (_: string): unknown => undefined }
const clock = { offsetMs: 0 }
const open: OnrampProvider = {
  id: 'bank',
  name: 'Bank',
  pageOrigins: ['https://bank.example'],
  fixesSum: true,
  lifeMs: hourMs,
  offers: async () => ({
    assets: [asset],
    limits: [{ currency: 'USD', method: 'card', min: '10.00', max: '500.00' }],
  }),
  quote: async (wanted) => ({
    ...{ quoteId: null, endsAt: null, asset, currency: wanted.currency, method: wanted.method, pays: wanted.pays },
    ...{ gets: '30000000000000000', fees: [], arrivesInSeconds: null },
  }),
  begin: async ({ reference }) => {
    await bank.begins(reference)
    return { url: 'https://bank.example/pay' }
  },
  status: async () => bank.says && { status: bank.says },
  readWebhook: (_, body) => JSON.parse(new TextDecoder().decode(body)) as Report[],
}
const dead: OnrampProvider = { ...open, id: 'dead', name: 'Dead Bank', offers: down, quote: down, status: down }

let onramp: Onramp
let project: KnownProject
let restart: (providers: readonly OnrampProvider[]) => Onramp
let stop: () => unknown
beforeAll(async () => {
  const cluster = await startTestCluster()
  stop = cluster.stop
  const { db } = await cluster.create()
  const { chains, log, findProject } = appDeps({ chains: createChains([ethereum]) })
  project = (await findProject('shop'))!
  const now = () => new Date(Date.now() + clock.offsetMs)
  restart = (providers) => createOnramp({ providers, countries: [], db, chains, log, now })
  onramp = restart([dead, open])
})
afterAll(() => stop())

const order = (from = onramp) => from.create({ ...wish, provider: 'bank', address }, { project, signal, ip: undefined })
const statusAfter = async (id: string, hours: number, from = onramp) => {
  clock.offsetMs = hours * hourMs
  const { status } = await from.read(id, project, signal)
  clock.offsetMs = 0
  return status
}
const hear = (report: Report) =>
  onramp.hear('bank', new Headers(), new TextEncoder().encode(JSON.stringify([report])), signal)

it('marks an order as paid that was paid after it expired, even without a webhook', async () => {
  const made = await order()
  expect(await statusAfter(made.order.id, 2)).toBe('expired')
  bank.says = 'paid'
  // Long finished orders cause no requests.
  expect(await statusAfter(made.order.id, 48)).toBe('expired')
  expect(await statusAfter(made.order.id, 3)).toBe('paid')
  bank.says = 'settled'
  expect(await statusAfter(made.order.id, 4)).toBe('settled')
})

it('refreshes an expired order when a webhook names it', async () => {
  bank.says = undefined
  const made = await order()
  expect(await statusAfter(made.order.id, 2)).toBe('expired')
  bank.says = 'settled'
  const { reference } = (await onramp.orders.find(made.order.id))!
  await hear({ reference, status: 'created', isHint: true })
  expect((await onramp.orders.find(made.order.id))?.status).toBe('settled')
})

it('accepts a payment on the page that declined a card before, if the provider reports it', async () => {
  bank.says = 'failed'
  const made = await order()
  const { reference } = (await onramp.orders.find(made.order.id))!
  expect(await statusAfter(made.order.id, 0.1)).toBe('failed')
  // A webhook from before the decline, delivered late: the provider knows better.
  await hear({ reference, status: 'paid' })
  expect(await statusAfter(made.order.id, 0.2)).toBe('failed')
  bank.says = 'paid'
  await hear({ reference, status: 'paid' })
  expect((await onramp.orders.find(made.order.id))?.status).toBe('paid')
  bank.says = 'settled'
  expect(await statusAfter(made.order.id, 0.3)).toBe('settled')
})

it("finds an order whose webhook arrives before the provider's response", async () => {
  bank.begins = (reference) => hear({ reference, status: 'settled', gets: '7', hash: '0xab' })
  expect((await order()).order).toMatchObject({ status: 'settled', gets: '7', hash: '0xab' })
  bank.begins = () => undefined
})

it('keeps selling with the others while one provider is down, and leaves its orders unchanged', async () => {
  expect((await onramp.list({ projectId: 'shop' }, signal)).providers.map(({ id }) => id)).toEqual(['bank'])
  const ask = (provider: string) => onramp.quote({ ...wish, projectId: 'shop', provider }, signal)
  await expect(ask('dead')).rejects.toMatchObject({ code: 'unavailable' })
  expect((await ask('bank')).provider).toBe('bank')
  const made = await order()
  expect(await statusAfter(made.order.id, 0.5, restart([{ ...dead, id: 'bank' }]))).toBe('created')
})
