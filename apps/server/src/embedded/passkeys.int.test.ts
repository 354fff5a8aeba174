import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { testEmbedded } from '../../test/testEmbedded.ts'
import { newPasskey, type Twist } from '../../test/testPasskey.ts'

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startTestCluster()
})
afterAll(() => cluster.stop())

let served: ReturnType<typeof testEmbedded>
beforeEach(async () => {
  served = testEmbedded(await cluster.create())
})
type Device = Awaited<ReturnType<typeof served.newDevice>>
type Passkey = ReturnType<typeof newPasskey>
type Answer = ReturnType<Passkey['use']>

const ask = (device: Device) =>
  device.call('startPasskey', { site: 'shop.example', device: device.device }, { token: undefined })
const begin = async (device: Device) => (await ask(device)).body.challenge
const finish = (device: Device, challenge: string, passkey: Answer) =>
  device.call('finishPasskey', { challenge, passkey }, { token: undefined })
async function register(device: Device, passkey: Passkey, twist: Twist = {}) {
  const challenge = await begin(device)
  return finish(device, challenge, passkey.make(challenge, twist))
}
async function logIn(device: Device, passkey: Passkey, twist: Twist = {}) {
  const challenge = await begin(device)
  const answer = await finish(device, challenge, passkey.use(challenge, twist))
  if (answer.status === 200) device.held.session = answer.body
  return answer
}
const users = async () => (await served.db.selectFrom('embedded_users').select('id').execute()).length

describe('a passkey', () => {
  it('creates a new person, and finds the same one wherever it is used', async () => {
    const passkey = newPasskey()
    const [phone, laptop] = [await served.newDevice(), await served.newDevice()]
    const made = await register(phone, passkey, { topOrigin: 'https://shop.example' })
    const identity = identityHash({ kind: 'passkey', subject: passkey.credentialId })
    expect(made).toMatchObject({ status: 200, body: { email: null, identity, wallet: null, isEnrolled: false } })
    const again = await logIn(laptop, passkey)
    expect(again).toMatchObject({ status: 200, body: { identity } })
    expect(again.body.deviceId).not.toBe(made.body.deviceId)
    expect((await logIn(phone, passkey)).body.deviceId).toBe(made.body.deviceId)
    expect(await users()).toBe(1)
    expect((await register(laptop, newPasskey())).body.identity).not.toBe(identity)
  })

  it('may report its extensions, and signs with ES256 or RS256', async () => {
    const device = await served.newDevice()
    const extensions = Buffer.from('a16b686d61632d736563726574f5', 'hex')
    expect((await register(device, newPasskey(), { flags: 0xc5, extensions })).status).toBe(200)
    const windows = newPasskey(undefined, { isRsa: true })
    expect((await register(device, windows)).status).toBe(200)
    expect((await logIn(device, windows)).status).toBe(200)
    // Ed25519, and RSA whose key is too short.
    const edwards = await register(device, newPasskey(), {
      key: Buffer.from(`a4010103272006215820${'11'.repeat(32)}`, 'hex'),
    })
    expect(edwards).toMatchObject({ status: 422, code: 'invalid_input' })
    expect(edwards.message).toMatch('ES256 or RS256')
    const short = Buffer.from(`a401030339010020588${'0'}${'c1'.repeat(128)}2143010001`, 'hex')
    expect((await register(device, newPasskey(), { key: short })).code).toBe('invalid_input')
    const offCurve = Buffer.from(`a5010203262001215820${'11'.repeat(32)}225820${'22'.repeat(32)}`, 'hex')
    expect((await register(device, newPasskey(), { key: offCurve })).code).toBe('invalid_input')
  })

  it('may decrease its count, which is recorded', async () => {
    const device = await served.newDevice()
    const passkey = newPasskey()
    await register(device, passkey, { count: 3 })
    const noted = () =>
      served.db.selectFrom('embedded_audit').select('seq').where('event', '=', 'passkey count went back').execute()
    expect((await logIn(device, passkey, { count: 9 })).status).toBe(200)
    expect(await noted()).toEqual([])
    expect((await logIn(device, passkey, { count: 9 })).status).toBe(200)
    expect(await noted()).toHaveLength(1)
  })

  it('has the rate limit of any other login', async () => {
    const device = await served.newDevice()
    for (let i = 0; i < 20; i++) expect((await ask(device)).status).toBe(200)
    expect(await ask(device)).toMatchObject({ status: 429, code: 'too_many_requests' })
  })
})

describe('a caller without the passkey', () => {
  let owner: Device
  let thief: Device
  let passkey: Passkey
  beforeEach(async () => {
    passkey = newPasskey()
    owner = await served.newDevice()
    thief = await served.newDevice({ from: '198.51.100.7' })
    expect((await register(owner, passkey)).status).toBe(200)
  })

  it.each<[string, Twist]>([
    ['on another page', { origin: 'https://evil.example' }],
    ['on the site itself', { origin: 'https://shop.example' }],
    ['in a frame of a site that the project does not list', { topOrigin: 'https://evil.example' }],
    ['made for another host', { rpId: 'shop.example' }],
    ['without anyone there', { flags: 0x04 }],
    ['by someone who was not verified', { flags: 0x01 }],
    ['as one that is made', { type: 'webauthn.create' }],
    ['as a payment', { type: 'payment.get' }],
  ])('gets nothing with a response made with %s', async (_, twist) => {
    expect(await logIn(thief, passkey, twist)).toMatchObject({ status: 401, code: 'sign_in_unproven' })
    const made = twist.type ? { type: 'webauthn.get' } : twist
    const flags = twist.flags === undefined ? {} : { flags: twist.flags | 0x40 }
    expect((await register(thief, newPasskey(), { ...made, ...flags })).code).toBe('sign_in_unproven')
    expect(await users()).toBe(1)
  })

  it('gets nothing with a replayed, late or foreign response', async () => {
    const challenge = await begin(owner)
    const answer = passkey.use(challenge)
    expect((await finish(thief, challenge, answer)).code).toBe('not_found')
    // And the owner's own still counts, once.
    expect((await finish(owner, challenge, answer)).status).toBe(200)
    expect((await finish(owner, challenge, answer)).code).toBe('not_found')
    const own = await begin(thief)
    expect((await finish(thief, own, answer)).code).toBe('sign_in_unproven')
    const late = await begin(owner)
    served.pass(600)
    expect((await finish(owner, late, passkey.use(late))).code).toBe('not_found')
  })

  it('gets one attempt per challenge', async () => {
    const challenge = await begin(owner)
    expect((await finish(owner, challenge, newPasskey().use(challenge))).code).toBe('sign_in_unproven')
    expect((await finish(owner, challenge, passkey.use(challenge))).code).toBe('not_found')
  })

  it('cannot take it over by claiming to have made it, or by signing with a key of their own', async () => {
    const twin = newPasskey(Buffer.from(passkey.credentialId, 'base64url'))
    for (const answered of [await register(thief, twin), await logIn(thief, twin)])
      expect(answered).toMatchObject({ status: 401, code: 'sign_in_unproven' })
    expect((await logIn(owner, passkey)).status).toBe(200)
  })

  it('gets the same error for an unknown passkey as for a wrong signature', async () => {
    const answers = []
    for (const [key, spoil] of [
      [newPasskey(), false],
      [passkey, true],
    ] as const) {
      const challenge = await begin(thief)
      const answer = key.use(challenge)
      const signature = Buffer.from(answer.signature!, 'base64url')
      if (spoil) signature[signature.length - 1]! ^= 1
      const { status, code, message } = await finish(thief, challenge, {
        ...answer,
        signature: signature.toString('base64url'),
      })
      answers.push({ status, code, message })
    }
    expect(answers[0]).toEqual({ status: 401, code: 'sign_in_unproven', message: 'This passkey has no wallet here.' })
    expect(answers[1]).toEqual(answers[0])
  })

  it('cannot use one passkey’s signature for another’s name, or none', async () => {
    const other = newPasskey()
    const challenge = await begin(thief)
    const borrowed = { ...other.use(challenge), credentialId: passkey.credentialId }
    expect((await finish(thief, challenge, borrowed)).code).toBe('sign_in_unproven')
    const second = await begin(thief)
    const { signature: _, ...unsigned } = passkey.use(second)
    expect((await finish(thief, second, unsigned)).code).toBe('sign_in_unproven')
  })

  it('cannot start at a foreign site', async () => {
    const input = { site: 'evil.example', device: thief.device }
    expect((await thief.call('startPasskey', input, { token: undefined })).code).toBe('origin_not_allowed')
    const lent = { site: 'shop.example', device: owner.device }
    expect((await thief.call('startPasskey', lent, { token: undefined })).code).toBe('unauthorized')
  })
})

describe('an export', () => {
  it("needs a fresh response of the login's passkey, for this purpose and session", async () => {
    const passkey = newPasskey()
    const device = await served.newDevice()
    device.held.session = (await register(device, passkey)).body
    const begun = async () => (await device.call('startPasskeyReauth', {})).body.challenge
    const verify = (challenge: string, answer: Answer, purpose?: 'export' | 'delete') =>
      device.call('verifyPasskeyReauth', { challenge, passkey: answer, purpose })
    expect((await device.call('startReauth', { site: 'shop.example' })).code).toBe('not_found')

    const first = await begun()
    expect((await verify(first, newPasskey().use(first))).code).toBe('sign_in_unproven')
    const second = await begun()
    expect((await verify(second, passkey.use(second), 'delete')).code).toBe('not_found')
    // A login's challenge proves no export, and an export's opens no session.
    const login = await begin(device)
    expect((await verify(login, passkey.use(login))).code).toBe('not_found')
    const third = await begun()
    expect((await finish(device, third, passkey.use(third))).code).toBe('not_found')

    const challenge = await begun()
    const { status, body } = await verify(challenge, passkey.use(challenge))
    expect(status).toBe(200)
    expect(body.endsInSeconds).toBe(120)
    expect((await device.call('useGrant', { grant: body.grant, purpose: 'delete' })).code).toBe('sign_in_unproven')
    expect((await device.call('useGrant', { grant: body.grant, purpose: 'export' })).status).toBe(200)
    expect((await device.call('useGrant', { grant: body.grant, purpose: 'export' })).code).toBe('sign_in_unproven')
  })

  it('by passkey is not for people who log in by mail', async () => {
    const device = await served.newDevice()
    await device.signIn('ann@shop.example')
    expect((await device.call('startPasskeyReauth', {})).code).toBe('not_found')
  })
})
