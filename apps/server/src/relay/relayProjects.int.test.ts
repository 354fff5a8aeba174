import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { newTopic } from '../../test/testClient.ts'
import { startTestRelay, type TestRelay } from '../../test/testRelay.ts'

let test: TestRelay
beforeAll(async () => {
  test = await startTestRelay()
  const add = `insert into projects (id, name, allowed_origins, features, disabled_at) values ($1, $1, $2, '{}', $3)`
  for (const id of ['shop', 'other']) await test.pool.query(add, [id, ['https://shop.example'], null])
  await test.pool.query(add, ['ended', [], new Date()])
})
afterEach(() => test.afterEach())
afterAll(() => test.stop())

const required = (env: Record<string, string> = {}) => test.another({ RELAY_PROJECTS: 'required', ...env })
const errorOf = async (url: string, projectId: string | undefined, origin?: string) => {
  const client = await test.client({ projectId, origin }, url)
  return (await client.call('irn_subscribe', { topic: newTopic() })).error
}

it('serves clients with and without a project unless projects are required', async () => {
  expect(await errorOf(test.relay.url, undefined)).toBeUndefined()
  expect(await errorOf(test.relay.url, 'stranger')).toBeUndefined()
})

it('serves clients of a project, and pages of its origins', async () => {
  const { url } = await required()
  expect(await errorOf(url, 'shop')).toBeUndefined()
  expect(await errorOf(url, 'shop', 'https://shop.example')).toBeUndefined()
})

it.each([
  ['names no project', undefined, undefined, 'This relay needs a project'],
  ['names an unknown project', 'stranger', undefined, 'does not know this project'],
  ['names no id at all', "' or 1=1", undefined, 'does not know this project'],
  ['names a disabled project', 'ended', undefined, 'is disabled'],
  ['comes from another origin', 'shop', 'https://stranger.example', 'origin is not on the list'],
])('explains on an open socket why a client is refused that %s', async (_, projectId, origin, sentence) => {
  const { url } = await required()
  const error = await errorOf(url, projectId, origin)
  expect(error).toMatchObject({ code: 3000, data: 'Unauthorized' })
  expect(error?.message).toContain(sentence)
})

it('limits the requests and the sockets of a project, and no other’s', async () => {
  const { url } = await required({ RELAY_PROJECT_RATE: '20', RELAY_PROJECT_SOCKETS: '2' })
  const [one, two] = [await test.client({ projectId: 'shop' }, url), await test.client({ projectId: 'shop' }, url)]
  const codes: (number | undefined)[] = []
  for (let i = 0; i < 15; i++)
    for (const client of [one, two])
      codes.push((await client.call('irn_unsubscribe', { topic: newTopic(), id: '' })).error?.code)
  expect(codes.filter((code) => code === undefined).length).toBeGreaterThanOrEqual(20)
  expect(codes.at(-1)).toBe(3001)
  await expect(test.client({ projectId: 'shop' }, url)).rejects.toThrow('429')
  expect(await errorOf(url, 'other')).toBeUndefined()
  await one.close()
  await expect
    .poll(() =>
      test.client({ projectId: 'shop' }, url).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
})

it('closes the sockets of a project that is disabled', { timeout: 60_000 }, async () => {
  const { url } = await required()
  const [shop, other] = [await test.client({ projectId: 'shop' }, url), await test.client({ projectId: 'other' }, url)]
  const closed = new Promise<number>((done) => shop.socket.once('close', done))
  await test.pool.query(`update projects set disabled_at = now() where id = 'shop'`)
  expect(await closed).toBe(1008)
  expect((await other.call('irn_subscribe', { topic: newTopic() })).error).toBeUndefined()
  await test.pool.query(`update projects set disabled_at = default where id = 'shop'`)
})
