import { KitError } from '@billfold/protocol/error'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { setUpKit } from '../../test/setUpKit.ts'
import { fakeHttp } from '../ports/fakeHttp.ts'
import { fakeLog } from '../ports/fakeLog.ts'
import { fakePage } from '../ports/fakePage.ts'
import { createApi } from './createApi.ts'
import { createDialogApi } from './createDialogApi.ts'
import { createMoneyApi } from './createMoneyApi.ts'

const { store } = setUpKit({ apiUrl: 'https://api.example/base/' }).kit
const lent = (http: ReturnType<typeof fakeHttp>['http'], log = fakeLog()) => ({ http, log, page: fakePage().page })
const answering = (status: number, body: unknown) => ({ ports: lent(fakeHttp(() => ({ status, body })).http), store })

test('identifies the caller, at the server’s URL', async () => {
  const { http, requests } = fakeHttp(() => ({ body: { data: [{ id: 'w', name: 'W' }], count: 1 } }))
  const answer = await createDialogApi({ ports: lent(http), store }).getWallets({ page: 1, entries: 40, search: '' })
  expect(answer).toEqual({ data: [{ id: 'w', name: 'W' }], count: 1 })
  const url = new URL(requests[0]!.url)
  expect(url.origin + url.pathname).toBe('https://api.example/base/getWallets')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    page: '1',
    entries: '40',
    projectId: 'test-project',
    st: 'appkit',
    sv: 'html-universal-0.0.0',
  })
})

test.each([
  [403, {}, 'origin_not_allowed'],
  [401, {}, 'project_unknown'],
  [500, {}, 'unavailable'],
  [302, {}, 'unavailable'],
  [503, {}, 'sources_unavailable'],
  [429, {}, 'too_many_requests'],
  [504, {}, 'timeout'],
  [400, {}, 'missing_input'],
  [400, '<html>', 'missing_input'],
  [400, { code: 'user_rejected' }, 'missing_input'],
  [200, '<html>', 'unavailable'],
  [200, { data: [{ id: 'w' }], count: 1 }, 'invalid_input'],
  [200, { data: [{ id: 'w', name: 'W', homepage: 'javascript:alert(1)' }], count: 1 }, 'invalid_input'],
  [200, { data: new Array(101).fill({ id: 'w', name: 'W' }), count: 101 }, 'invalid_input'],
])('handles a server that responds %i %.60j', async (status, body, code) => {
  await expect(createDialogApi(answering(status, body)).getWallets({})).rejects.toMatchObject({ code })
})

test('uses the server’s complaint as the message, and a rejected swap only for swaps', async () => {
  const body = (code: string) => ({ code, reasons: [{ field: '', description: 'The price \u202emoved.' }] })
  await expect(
    createMoneyApi(answering(400, body('transaction_rejected'))).getSwapTokens({ chainId: 'eip155:1' }),
  ).rejects.toMatchObject({
    code: 'transaction_rejected',
    message: 'The price moved.',
  })
  await expect(
    createMoneyApi(answering(400, body('missing_input'))).getSwapTokens({ chainId: 'eip155:1' }),
  ).rejects.toMatchObject({
    code: 'missing_input',
    message: 'The price moved.',
  })
})

const mistaken = 'Invalid App Configuration: '
const explained = [
  [200, mistaken, 'The API at https://api.example/base/ did not return JSON, as a web page does: set apiUrl'],
  [
    401,
    'Invalid Project ID: ',
    'The API at https://api.example/base/ knows no project "test-project": set projectId to',
  ],
  [
    403,
    mistaken,
    'refuses pages of https://site.example for the project "test-project": add this origin to the project',
  ],
] as const

/** A kit whose server responds like this, called twice by each of its parts; returns the developer's alert. */
async function callTwice(
  answer: Parameters<typeof fakeHttp>[0],
  page: { origin?: string; debug?: boolean; projectId?: string } = {},
) {
  const { kit, log } = setUpKit({
    apiUrl: 'https://api.example/base/',
    debug: page.debug ?? true,
    ...(page.projectId === undefined ? {} : { projectId: page.projectId }),
    http: fakeHttp(answer),
    page: fakePage(page.origin ? { href: page.origin } : {}),
  })
  for (let i = 0; i < 2; i++) {
    await expect(kit.api.getWallets({})).rejects.toThrow()
    await expect(kit.api.getSwapTokens({ chainId: 'eip155:1' })).rejects.toThrow()
  }
  await import('./reportApiProblem.ts')
  return { log, bar: () => kit.store.get().alert }
}

test.each(explained)('explains %i without JSON once in the console: %s', async (...row) => {
  const [status, title, sentence] = row
  const { log } = await callTwice(() => ({ status, body: '<html>' }))
  await expect.poll(() => log.errors).toEqual([expect.stringContaining(sentence)])
  expect(log.errors[0]).toMatch(new RegExp(`^${title}`))
})

test.each(explained)('and in the developer’s alert bar, with the fix: %i', async (status, _, sentence) => {
  const origin = status === 200 ? 'http://shop.localhost:3000' : 'https://site.example'
  const { bar } = await callTwice(() => ({ status, body: '<html>' }), { origin })
  const code = status === 401 ? 'projectUnknown' : 'invalidAppConfiguration'
  await expect.poll(bar).toMatchObject({ phase: 'shown', code, detail: expect.stringContaining(sentence.slice(0, 20)) })
})

test('explains a rejected origin again if the server accepted it in between', async () => {
  let status = 403
  const { kit, log } = setUpKit({ http: fakeHttp(() => ({ status, body: { data: [], count: 0 } })) })
  const refusals = () => log.errors.filter((text) => text.startsWith(mistaken))
  const ask = () => kit.api.getWallets({}).catch(() => undefined)
  await ask()
  await ask()
  await expect.poll(refusals).toHaveLength(1)
  status = 200
  await ask()
  status = 403
  await ask()
  await expect.poll(refusals).toHaveLength(2)
})

test('keeps the response as an error’s cause', async () => {
  const response = { status: 409, body: { reasons: [{ description: 'Taken' }] }, retryAfter: '7' }
  const source = { ports: lent(fakeHttp(() => response).http), store }
  await expect(createDialogApi(source).getWallets({})).rejects.toMatchObject({
    message: 'Taken',
    cause: { status: 409, body: JSON.stringify(response.body), retryAfter: '7' },
  })
})

test('reports a missing project only as that', async () => {
  const { log, bar } = await callTwice(() => ({ status: 401, body: '' }), { projectId: '' })
  await expect.poll(bar).toMatchObject({ code: 'projectMissing', detail: 'Pass a projectId to createAppKit.' })
  expect(log.errors).toEqual(['Project ID Not Configured: Pass a projectId to createAppKit.'])
})

test('logs to the console only, without `debug`', async () => {
  const { log, bar } = await callTwice(() => ({ status: 401, body: '' }), { debug: false })
  await expect.poll(() => log.errors).toHaveLength(1)
  expect(bar()).toEqual({ phase: 'hidden' })
})

test('explains an unreachable server once, but not as an error, since visitors may be offline', async () => {
  const away = () => {
    throw new KitError('unavailable')
  }
  const { log, bar } = await callTwice(away)
  await expect.poll(() => log.infos.filter((text) => text.includes('could not be reached: check that'))).toHaveLength(1)
  expect(log.errors).toEqual([])
  expect(bar()).toEqual({ phase: 'hidden' })
  const local = await callTwice(away, { origin: 'http://localhost:5173' })
  await expect
    .poll(local.bar)
    .toMatchObject({ code: 'invalidAppConfiguration', detail: expect.stringContaining('check that it runs') })
})

test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const)('uses the HTTP method of a route: %s', async (method) => {
  const { http, requests } = fakeHttp(() => ({ body: {} }))
  const contract = { touch: { input: z.looseObject({ id: z.string() }), output: z.object({}) } }
  const api = createApi(contract, { touch: { method, path: '/things/:id' } }, { ports: lent(http), store })
  await api.touch({ id: '7', name: 'N' })
  expect(requests).toMatchObject([{ method, url: expect.stringContaining('/things/7?') }])
})
