import { KitError } from '@billfold/protocol/error'
import { expect, test } from 'vitest'
import { setUpKit } from '../../test/setUpKit.ts'
import { fakeHttp } from '../ports/fakeHttp.ts'
import { fakeLog } from '../ports/fakeLog.ts'
import { fakePage } from '../ports/fakePage.ts'
import { createDialogApi } from './createDialogApi.ts'
import { createMoneyApi } from './createMoneyApi.ts'

const options = () => setUpKit({ apiUrl: 'https://api.example/base/' }).kit.options
const lent = (http: ReturnType<typeof fakeHttp>['http'], log = fakeLog()) => ({ http, log, page: fakePage().page })
const answering = (status: number, body: unknown) => ({ ports: lent(fakeHttp(() => ({ status, body })).http), options })

test('a call says who asks, under the server’s address', async () => {
  const { http, requests } = fakeHttp(() => ({ body: { data: [{ id: 'w', name: 'W' }], count: 1 } }))
  const answer = await createDialogApi({ ports: lent(http), options }).getWallets({ page: 1, entries: 40, search: '' })
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
])('a server that answers %i %.60j', async (status, body, code) => {
  await expect(createDialogApi(answering(status, body)).getWallets({})).rejects.toMatchObject({ code })
})

test('what a server says against a call is its message; only a swap that was refused is a refused swap', async () => {
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

test.each([
  [200, 'The API at https://api.example/base/ did not return JSON, as a web page does: set apiUrl'],
  [401, 'The API at https://api.example/base/ knows no project "test-project": set projectId to one of its projects'],
  [403, 'refuses pages of https://site.example for the project "test-project": add this origin to the project'],
])('a server that answers with %i and no JSON is explained in the console, once', async (status, sentence) => {
  const log = fakeLog()
  const ports = lent(fakeHttp(() => ({ status, body: '<html>' })).http, log)
  const { options: values } = setUpKit({ apiUrl: 'https://api.example/base/' }).kit
  const source = { ports, options: () => values }
  const [dialog, money] = [createDialogApi(source), createMoneyApi(source)]
  for (let i = 0; i < 2; i++) {
    await expect(dialog.getWallets({})).rejects.toThrow()
    await expect(money.getSwapTokens({ chainId: 'eip155:1' })).rejects.toThrow()
  }
  await expect.poll(() => log.errors).toEqual([expect.stringContaining(sentence)])
})

test('a server that cannot be reached is explained once too, and is no error: visitors may be offline', async () => {
  const log = fakeLog()
  const ports = lent(() => Promise.reject(new KitError('unavailable')), log)
  const source = { ports, options }
  for (let i = 0; i < 2; i++) await expect(createDialogApi(source).getWallets({})).rejects.toThrow()
  await expect.poll(() => log.infos).toEqual([expect.stringContaining('could not be reached: check that it runs')])
  expect(log.errors).toEqual([])
})
