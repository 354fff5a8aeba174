import { KitError } from '@billfold/protocol/error'
import { beforeAll, expect, test } from 'vitest'
import { sessionOf } from '../../../test/puppetConnector.ts'
import { setUpKit } from '../../../test/setUpKit.ts'
import { fakeHttp } from '../../ports/fakeHttp.ts'
import { queriesOf } from '../../queries/queriesOf.ts'
import { openModal } from '../modal/openModal.ts'
import { labelProblem, toLabel } from './nameLabel.ts'
import { nameOfferQuery } from './nameOfferQuery.ts'
import { ownNameQuery } from './ownNameQuery.ts'
import { coinTypeOf, leaveName, saveName } from './saveName.ts'

const own = '0x52908400098527886E0F7030069857D2E4169EE7'
const zone = 'billfold.eth'
const name = `ada-lovelace.${zone}`
const phantom = 'AHy6YZA8BsHgQfVkk7MbwpAN94iyN7Nf1zN4nPqUN32Q'
const addresses = Object.fromEntries(
  Object.entries({ 2: phantom, 60: own, 354: '<b>', 501: phantom, 2147483658: own }).map(([coin, address]) => [
    coin,
    { address, created: null },
  ]),
)
const profile = { name, registered: null, updated: null, addresses, attributes: [{ bio: 'Counts' }] }

beforeAll(() => import('../../api/createMoneyApi.ts'))

type Answer = { status?: number; body: unknown }
function setUp({ networkId = 'eip155:10' as const, refuse }: { networkId?: `eip155:${number}`; refuse?: Answer } = {}) {
  const server = { name: null as string | null }
  const http = fakeHttp(({ url, method }) => {
    const { pathname } = new URL(url)
    if (method === 'POST') {
      if (refuse) return refuse
      server.name = pathname.endsWith('/release') ? null : name
      return { body: pathname.endsWith('/release') ? { status: 'ok' } : profile }
    }
    if (pathname.includes('/v1/identity/')) return { body: { name: server.name, avatar: null, zone } }
    if (pathname.includes('/suggestions/'))
      return {
        body: {
          suggestions: [
            { name: `ada.${zone}`, registered: true },
            { name: `my-ada.${zone}`, registered: false },
            { name: `<b>.${zone}`, registered: false },
            { name: 'ada.elsewhere.eth', registered: false },
          ],
        },
      }
    if (pathname.includes('/reverse/')) return { body: server.name ? [profile] : [] }
    return { body: { data: [], count: 0 } }
  })
  const set = setUpKit({ http })
  const { kit } = set
  kit.store.send({
    type: 'account/connected',
    namespace: 'eip155',
    connectorId: 'io.puppet',
    how: 'user',
    ...sessionOf(own, networkId),
  })
  openModal(kit, { view: { name: 'RegisterAccountName' } })
  const posts = () => http.requests.filter(({ method }) => method === 'POST')
  const shown = () => kit.store.get().modal.history.at(-1)
  const known = () => queriesOf(kit).getQueryData(['identity', own])
  return { ...set, posts, shown, known }
}
const sign = async () => '0xabcd'

test('registers a name with a signature over exactly what the server reads, and shows it at once', async () => {
  const { kit, posts, shown, known, clock } = setUp()
  const signed: string[] = []
  await saveName(kit, { deed: 'register', name }, async (message) => {
    signed.push(message)
    return '0xabcd'
  })
  const message = JSON.stringify({
    ...{ name, coin_type: 0x8000_000a },
    ...{ attributes: {}, timestamp: Math.floor(clock.now() / 1000) },
  })
  expect(signed).toEqual([message])
  expect(posts().map(({ url }) => new URL(url).pathname)).toEqual(['/v1/profile/account'])
  expect(JSON.parse(posts()[0]!.body!)).toEqual({
    coin_type: 0x8000_000a,
    address: own,
    message,
    signature: '0xabcd',
  })
  expect(shown()).toEqual({ name: 'RegisterAccountNameSuccess', own: name })
  expect(known()).toMatchObject({ name, zone })
  expect(kit.store.get().names).toEqual({ phase: 'idle' })
})

test('ignores a second press, and does not register after the visitor left', async () => {
  const { kit, posts } = setUp()
  const held = Promise.withResolvers<string>()
  let prompts = 0
  const slow = () => {
    prompts += 1
    return held.promise
  }
  const both = [saveName(kit, { deed: 'register', name }, slow), saveName(kit, { deed: 'register', name }, slow)]
  await both[1]
  expect(prompts).toBe(1)
  leaveName(kit)
  held.resolve('0xabcd')
  await both[0]
  expect(posts()).toEqual([])
  expect(kit.store.get().names).toEqual({ phase: 'idle' })
})

test('returns to the form after a rejection', async () => {
  const { kit, shown } = setUp()
  await saveName(kit, { deed: 'register', name }, () => Promise.reject(new KitError('user_rejected')))
  expect(kit.store.get().names).toEqual({ phase: 'idle', declined: true })
  expect(shown()).toEqual({ name: 'RegisterAccountName' })
})

test.each([
  [{ status: 422, body: { code: 'invalid_input' } }, 'invalid_input'],
  [{ status: 401, body: { code: 'sign_in_unproven' } }, 'sign_in_unproven'],
  [{ status: 429, body: '' }, 'too_many_requests'],
  [{ status: 500, body: '<html>' }, 'unavailable'],
] as const)('reports %j as %s, and refetches cached names', async (refuse, code) => {
  const { kit, known, shown } = setUp({ refuse })
  await saveName(kit, { deed: 'register', name }, sign)
  expect(kit.store.get().names).toEqual({ phase: 'failed', deed: 'register', name, code })
  expect(known()).toEqual({ zone })
  expect(shown()).toEqual({ name: 'RegisterAccountName' })
})

test('changes and releases a name, each with its own message', async () => {
  const { kit, posts, shown, known } = setUp({ networkId: 'eip155:1' })
  await saveName(kit, { deed: 'change', name, attributes: { bio: 'Counts' } }, sign)
  openModal(kit, { view: { name: 'RegisterAccountName', own: name } })
  await saveName(kit, { deed: 'release', name }, sign)
  const bodies = posts().map(({ body }) => JSON.parse(body!))
  expect(bodies.map(({ coin_type }) => coin_type)).toEqual([60, 60])
  expect(bodies.map(({ message }) => JSON.parse(message))).toMatchObject([
    { name, attributes: { bio: 'Counts' } },
    { name, release: true },
  ])
  expect(posts().map(({ url }) => new URL(url).pathname)).toEqual([
    `/v1/profile/account/${name}/attributes`,
    `/v1/profile/account/${name}/release`,
  ])
  expect(shown()).toEqual({ name: 'Account' })
  expect(known()).toEqual({ zone })
})

test('offers only names of the zone in plain letters', async () => {
  const { kit } = setUp()
  const queries = queriesOf(kit)
  const ask = (label: string) => queries.fetchQuery(nameOfferQuery(kit, { label, zone }))
  expect(await ask('ada')).toEqual({ status: 'taken', others: ['my-ada'] })
  expect(await ask('support')).toEqual({ status: 'kept', others: ['my-ada'] })
  expect(await queries.fetchQuery(ownNameQuery(kit, { address: own, zone }))).toBeNull()
  await saveName(kit, { deed: 'register', name }, sign)
  expect(await queries.fetchQuery(ownNameQuery(kit, { address: own, zone }))).toEqual({
    name,
    attributes: { bio: 'Counts' },
    records: [{ coinType: 501, family: 'solana', address: phantom }],
  })
})

test('lets another family’s account sign first, and refetches the name’s addresses', async () => {
  const { kit, posts, shown, clock } = setUp()
  const signed: [string, string][] = []
  const requests: unknown[] = []
  const both = async (message: string, family: string) => {
    requests.push(kit.store.get().names)
    signed.push([family, message])
    return family === 'eip155' ? '0xabcd' : 'proof1'
  }
  const to = { coinType: 501, family: 'solana', address: phantom } as const
  await saveName(kit, { deed: 'address', name, to }, both)
  await saveName(kit, { deed: 'address', name, to: { ...to, address: null } }, both)
  const timestamp = Math.floor(clock.now() / 1000)
  const message = JSON.stringify({
    name,
    coin_type: coinTypeOf(10),
    address: { coin_type: 501, address: phantom },
    timestamp,
  })
  const away = JSON.stringify({
    name,
    coin_type: coinTypeOf(10),
    address: { coin_type: 501, address: null },
    timestamp,
  })
  expect(signed).toEqual([
    ['solana', message],
    ['eip155', message],
    ['eip155', away],
  ])
  expect(requests).toMatchObject([{ phase: 'signing', also: 'solana' }, {}, { phase: 'signing', deed: 'address' }])
  expect(posts().map(({ body }) => JSON.parse(body!))).toMatchObject([
    { message, signature: '0xabcd', proof: 'proof1' },
    { message: away, signature: '0xabcd' },
  ])
  expect(posts().map(({ url }) => new URL(url).pathname)).toEqual(
    new Array(2).fill(`/v1/profile/account/${name}/address`),
  )
  // There may be more to change.
  expect(shown()).toEqual({ name: 'RegisterAccountName' })
})

test('writes a Polkadot address in the coin’s own format, whatever the wallet’s', async () => {
  const { kit, posts } = setUp()
  const to = { coinType: 354, family: 'polkadot', address: 'CpjsLDC1JFyrhm3ftC9Gs4QoyrkHKhZKtK7YqGTRFtTafgp' } as const
  await saveName(kit, { deed: 'address', name, to }, sign)
  expect(JSON.parse(JSON.parse(posts()[0]!.body!).message).address).toEqual({
    coin_type: 354,
    address: '1FRMM8PEiWXYax7rpS6X4XZX1aAAxSWx1CrKTyrVYhV24fg',
  })
})

test('changes nothing after either rejection, and skips the second signature once the visitor left', async () => {
  const { kit, posts } = setUp()
  const to = { coinType: 501, family: 'solana', address: phantom } as const
  const families: string[] = []
  const until = (refusing: string) => async (_: string, family: string) => {
    families.push(family)
    if (family === refusing) throw new KitError('user_rejected')
    return '0xabcd'
  }
  await saveName(kit, { deed: 'address', name, to }, until('solana'))
  await saveName(kit, { deed: 'address', name, to }, until('eip155'))
  expect(kit.store.get().names).toEqual({ phase: 'idle', declined: true })
  await saveName(kit, { deed: 'address', name, to }, async (_, family) => {
    families.push(family)
    leaveName(kit)
    return '0xabcd'
  })
  expect(families).toEqual(['solana', 'solana', 'eip155', 'solana'])
  expect(posts()).toEqual([])
})

test.each([
  ['Ada', 'ada', 'short'],
  ['ADAM', 'adam', undefined],
  [' adam.billfold.eth ', 'adam', undefined],
  ['a dam', 'a dam', 'signs'],
  ['аdam', 'аdam', 'signs'],
  ['adam.eth', 'adam.eth', 'signs'],
  ['-adam', '-adam', 'hyphens'],
  ['xn--adam', 'xn--adam', 'hyphens'],
  ['a'.repeat(64), 'a'.repeat(64), 'signs'],
])('reads %s as %s: %s', (typed, label, problem) => {
  expect(toLabel(typed, zone)).toBe(label)
  expect(labelProblem(label)).toBe(problem)
})

test('maps each chain to one coin type, and chains without one to no name', () => {
  expect([1, 10, 31337].map(coinTypeOf)).toEqual([60, 0x8000_000a, 0x8000_7a69])
  for (const none of [0, -1, 1.5, Number.NaN, 0x8000_0000]) expect(() => coinTypeOf(none)).toThrow()
})
