import { isValid, isValid3rd, sign } from '@telegram-apps/init-data-node/web'
import { describe, expect, it, vi } from 'vitest'
import { createTelegramAuth, type TelegramError } from './telegram.ts'

const botToken = '7342037359:AAFZehRPBRs8Seg40oDjTMIW8uTGPuW1zfQ'
const start = Date.parse('2026-11-19T12:00:00Z')
const now = () => start
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'valid',
    (e: TelegramError) => e.code,
  )
const user = { id: 279058397, first_name: 'Ada + & = ✓', last_name: '', username: 'ada', is_premium: true }
const make = (change: object = {}, at = start - 60_000, token = botToken) =>
  sign({ user, chat_type: 'private', start_param: 'a_b-c', ...change } as never, token, new Date(at))

/** Signed by Telegram's test servers for the bot 2201403107. */
const testBot = '2201403107'
const testData =
  'user=%7B%22id%22%3A5001146408%2C%22first_name%22%3A%22H%22%2C%22last_name%22%3A%22Test%22%2C%22language_code%22%3A%22en%22%2C%22allows_write_to_pm%22%3Atrue%2C%22photo_url%22%3A%22https%3A%5C%2F%5C%2Fa-ttgme.stel.com%5C%2Fi%5C%2Fuserpic%5C%2F320%5C%2FOhOF3_f4QY8PWlRZI2aG2sy66VMZw_ys9efvhvle_eCWj2zP8Vbb6pLs5d1Lij1w.svg%22%7D&chat_instance=3909909964740758046&chat_type=sender&auth_date=1759930604&signature=i8jsEp2yuO2tlldICxBscMG3xX-zUPznGZVsDNy0tz9GRVx9vxBWjTEt4BSMSa42TaOO0r2yGWBN0a1v9bVRAg&hash=1582635705fd71ffb8bee16062f38965550b5d9a4f85f387b2ea72067c57d45a'
const testNow = () => 1_759_930_700_000

describe('initData by the bot’s token', () => {
  const auth = createTelegramAuth({ botToken, now })

  it('identifies the visitor, as Telegram’s own library does', async () => {
    const data = await make()
    expect(await isValid(data, botToken, { expiresIn: 0 })).toBe(true)
    expect(await auth.verify(data)).toEqual({
      ...{ id: '279058397', firstName: 'Ada + & = ✓', username: 'ada', isPremium: true, startParam: 'a_b-c' },
      openedAt: new Date(start - 60_000),
    })
  })

  it('rejects another bot’s data, a changed field, and data without a proof', async () => {
    const data = await make()
    const changed = [
      await make({}, start - 60_000, '1:AAFZehRPBRs8Seg40oDjTMIW8uTGPuW1zfQ'),
      data.replace('279058397', '279058398'),
      data.replace(/hash=[0-9a-f]{4}/, 'hash=0000'),
      data.replace(/&hash=[0-9a-f]+/, ''),
      `${data}&query_id=1`,
    ]
    for (const each of changed) {
      expect(await codeOf(auth.verify(each))).toBe('signature')
      expect(await isValid(each, botToken, { expiresIn: 0 })).toBe(false)
    }
  })

  it('rejects what can be read in two ways, and what is too large or unreadable', async () => {
    const data = await make()
    const joined = data.replace('&chat_type=', '%0Achat_type%3D')
    const texts = [
      ...[`${data}&user=${encodeURIComponent('{"id":1}')}`, joined, data.replace('auth_date=', 'auth_date=0')],
      ...['', '%', 'user', '=1', 'user=%ff', `${data}&${'a'.repeat(20_000)}=1`, data.replace('user=', 'USER=')],
      ...[await make({ user: { ...user, id: -1 } }), await make({ user: undefined })],
    ]
    for (const each of [...texts, undefined, 7, {}]) expect(await codeOf(auth.verify(each as string))).toBe('malformed')
  })

  it('rejects data that is too old or from the future', async () => {
    expect(await codeOf(auth.verify(await make({}, start - 3_601_000)))).toBe('expired')
    expect(await codeOf(auth.verify(await make({}, start + 30_000)))).toBe('valid')
    expect(await codeOf(auth.verify(await make({}, start + 61_000)))).toBe('not_yet')
    expect(await codeOf(createTelegramAuth({ botToken, now, maxAgeSeconds: 30 }).verify(await make()))).toBe('expired')
  })

  it('signs in once per launch, however the data is spelled', async () => {
    const data = await make()
    expect(await codeOf(auth.signIn(data))).toBe('valid')
    expect(await codeOf(auth.signIn(data))).toBe('replayed')
    expect(await codeOf(auth.signIn(data.split('&').reverse().join('&').replace('a_b-c', '%61_b-c')))).toBe('replayed')
    expect(await codeOf(auth.verify(data))).toBe('valid')
    expect(await codeOf(auth.signIn(await make({}, start - 1000)))).toBe('valid')
    const both = await make({}, start - 2000)
    expect((await Promise.all([auth.signIn(both), auth.signIn(both)].map(codeOf))).sort()).toEqual([
      'replayed',
      'valid',
    ])
  })

  it('leaves used data to the site’s own store', async () => {
    const consume = vi.fn(async () => false)
    expect(await codeOf(createTelegramAuth({ botToken, now, consume }).signIn(await make()))).toBe('replayed')
    expect(consume).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^[0-9a-f]{64}$/),
      new Date(start - 60_000 + 3_660_000),
    )
  })

  it('names neither the token nor the data in its errors', async () => {
    const data = await make()
    const error: Error = await auth.verify(data.replace('279058397', '1')).catch((e) => e)
    const text = `${error.message} ${error.stack} ${JSON.stringify(error)}`
    expect(text).not.toContain(botToken.slice(11))
    expect(text).not.toContain('first_name')
    expect(() => createTelegramAuth({ botToken: 'sécret' })).toThrow(/^botToken is not a bot’s token\.$/)
  })
})

describe('initData by Telegram’s own signature', () => {
  const auth = createTelegramAuth({ botId: testBot, environment: 'test', now: testNow })

  it('identifies the visitor without a secret, as Telegram’s own library does', async () => {
    expect(await isValid3rd(testData, Number(testBot), { expiresIn: 0, test: true })).toBe(true)
    expect(await auth.verify(testData)).toMatchObject({ id: '5001146408', firstName: 'H', lastName: 'Test' })
  })

  it('rejects a changed field, another bot, the other servers’ key, and data without a signature', async () => {
    const codes = await Promise.all(
      [
        auth.verify(testData.replace('5001146408', '5001146409')),
        createTelegramAuth({ botId: 1, environment: 'test', now: testNow }).verify(testData),
        createTelegramAuth({ botId: testBot, now: testNow }).verify(testData),
        auth.verify(testData.replace(/&signature=[\w-]+/, '')),
        createTelegramAuth({ botId: testBot, environment: 'test' }).verify(testData),
      ].map(codeOf),
    )
    expect(codes).toEqual(['signature', 'signature', 'signature', 'signature', 'expired'])
  })
})

it('needs valid settings', () => {
  expect(() => createTelegramAuth({})).toThrow('needs botToken or botId')
  expect(() => createTelegramAuth({ botId: '12x' })).toThrow('botId must be a number')
  expect(() => createTelegramAuth({ botId: 1, maxAgeSeconds: 90_000 })).toThrow('between 1 and 86400')
  expect(() => createTelegramAuth({ botId: 1, environment: '__proto__' as never })).toThrow('production or test')
})

it('lets the guide’s route sign in a visitor once, and rejects data without a proof', async () => {
  vi.stubEnv('BOT_TOKEN', botToken)
  const { POST } = await import('../examples/telegramRoute.ts')
  const post = async (body: string) => {
    const response = await POST(new Request('https://shop.example/session', { method: 'POST', body }))
    return { status: response.status, body: await response.json() }
  }
  const data = await make({}, Date.now() - 1_000)
  expect(await post(data)).toEqual({ status: 200, body: { id: '279058397', firstName: 'Ada + & = ✓' } })
  expect(await post(data)).toEqual({ status: 401, body: { code: 'replayed' } })
  expect(await post('user=1')).toEqual({ status: 401, body: { code: 'malformed' } })
  vi.unstubAllEnvs()
})
