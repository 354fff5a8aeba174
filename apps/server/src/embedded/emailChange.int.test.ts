import { startIdentity } from '@billfold/devnet/identity/startIdentity'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { testEmbedded } from '../../test/testEmbedded.ts'
import { newPasskey } from '../../test/testPasskey.ts'
import { deliverNotices } from './notices.ts'

const [old, next, site] = ['ann@site.example', 'ann@new.example', 'shop.example']
const callback = 'https://api.shop.example/embedded/v1/social/callback'
let cluster: TestCluster
let identity: Awaited<ReturnType<typeof startIdentity>>
beforeAll(async () => {
  const starting = startTestCluster()
  identity = await startIdentity({ port: 0, redirectUris: [`${callback}/{provider}`] })
  cluster = await starting
})
afterAll(() => Promise.all([cluster.stop(), identity.close()]))

type Served = ReturnType<typeof testEmbedded>
type Device = Awaited<ReturnType<Served['newDevice']>>

/** Sends the queue, and returns the mails to an address, the newest last. */
async function mailsTo(served: Served, address: string) {
  await deliverNotices(served.deps)
  return served.mails.filter(({ to }) => to === address)
}

/** Changes the address of someone without a wallet; returns the state of the second code. */
async function change(served: Served, device: Device, headers: Record<string, string> = {}) {
  served.pass(60)
  const { challenge } = (await device.call('startEmailChange', { email: next, site }, { headers })).body
  const code = /\b\d{6}\b/.exec(served.mails.at(-1)!.text)![0]
  served.pass(60)
  const second = await device.call('verifyEmailChangePrimary', { challenge, code }, { headers })
  const answered = { challenge: second.body.challenge, code: /\b\d{6}\b/.exec(served.mails.at(-1)!.text)![0] }
  expect((await device.call('verifyEmailChangeSecondary', answered, { headers })).status).toBe(200)
}

test('names the new address in the code’s mail, before any change', async () => {
  const served = testEmbedded(await cluster.create())
  const device = await served.newDevice()
  await device.signIn(old)
  served.pass(60)
  await device.call('startEmailChange', { email: next, site })
  const { text } = (await mailsTo(served, old)).at(-1)!
  expect(text.split('\n')).toContain(next)
  expect(text).toMatch(/takes effect at once.*no longer opens it.*undoes it for 72 hours/)
})

test('names address, start and deadline in the notice, and stores none of them in plain text', async () => {
  const served = testEmbedded(await cluster.create())
  const device = await served.newDevice()
  await device.signIn(old)
  await change(served, device)
  const rows = await served.db.selectFrom('embedded_notices').select(['kind', 'details']).execute()
  expect(rows.map(({ kind }) => kind)).toEqual(['e-mail changed'])
  for (const { details } of rows) expect(details).not.toMatch(/new\.example|revert/)
  const { subject, text } = (await mailsTo(served, old)).at(-1)!
  expect(subject).toBe('Your wallet has a new address')
  expect(text.split('\n')).toContain(next)
  expect(text).toContain('at shop.example on November 17, 2026')
  // Longer than the day that a new device waits in a hardened project.
  expect(text).toMatch(/undo it before November 20, 2026/)
  expect(text).toMatch(/https:\/\/api\.shop\.example\/embedded\/v1\/email\/revert\/[\w-]{43}/)
})

test("writes codes, notices and the link's page in the visitor’s language", async () => {
  const served = testEmbedded(await cluster.create())
  const device = await served.newDevice()
  await device.signIn(old)
  const headers = { 'accept-language': 'de-AT,en;q=0.5' }
  await change(served, device, headers)
  const mails = await mailsTo(served, old)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Your code for shop.example',
    'Bestätige deine bisherige Adresse (shop.example)',
    'Deine Wallet hat eine neue Adresse',
  ])
  expect(mails.at(-1)!.text).toContain('20. November 2026')
  const link = /https:\S+revert\S+/.exec(mails.at(-1)!.text)![0]
  const page = await (await served.app.request(link, { headers: { 'accept-language': 'ar' } })).text()
  expect(page).toContain('<html lang="ar" dir="rtl">')
  // An unsupported language, and invalid ones.
  for (const language of ['zh-Hant-TW, zh-TW;q=0.9', 'tlh', '../../etc', ';;,,'])
    expect(await (await served.app.request(link, { headers: { 'accept-language': language } })).text()).toContain(
      'Undo the change of address?',
    )
})

test('requires a fresh passkey response to add an address, once, and no other proof', async () => {
  const served = testEmbedded(await cluster.create())
  const [device, passkey] = [await served.newDevice(), newPasskey()]
  const { challenge } = (await device.call('startPasskey', { site, device: device.device }, { token: undefined })).body
  const made = await device.call('finishPasskey', { challenge, passkey: passkey.make(challenge) }, { token: undefined })
  device.held.session = made.body
  const add = (grant?: string) => device.call('startEmailChange', { email: next, site, ...(grant && { grant }) })
  const prove = async (purpose: 'email' | 'export') => {
    const passkeyChallenge = (await device.call('startPasskeyReauth', { purpose })).body.challenge
    const answer = { challenge: passkeyChallenge, passkey: passkey.use(passkeyChallenge), purpose }
    return (await device.call('verifyPasskeyReauth', answer)).body.grant
  }
  for (const grant of [undefined, 'A'.repeat(43), await prove('export')])
    expect((await add(grant)).code).toBe('sign_in_unproven')
  expect(await mailsTo(served, next)).toEqual([])
  const grant = await prove('email')
  const { body } = await add(grant)
  expect(body.step).toBe('secondary')
  expect((await mailsTo(served, next)).at(-1)!.text).toContain('It does not open the wallet')
  served.pass(60)
  expect((await add(grant)).code).toBe('sign_in_unproven')
  const answered = { challenge: body.challenge, code: served.lastCode(next) }
  expect((await device.call('verifyEmailChangeSecondary', answered)).status).toBe(200)
})

test('accepts a login within ten minutes to add an address to a social login without one', async () => {
  const client = { clientId: 'billfold-local', clientSecret: 'billfold-local-secret' }
  const social = { x: { ...client, issuer: `${identity.url}/x` } }
  const served = testEmbedded(await cluster.create(), { social })
  const device = await served.newDevice()
  await device.signIn(old)
  // Someone whose provider has no address, like most of X's people.
  await served.db.updateTable('embedded_identities').set({ kind: 'x' }).execute()
  const { user_id: userId } = await served.db
    .selectFrom('embedded_identities')
    .select('user_id')
    .executeTakeFirstOrThrow()
  const subject = served.keyring.sealText(['subject', userId, 'x'], '7')
  await served.db.updateTable('embedded_identities').set({ subject }).execute()
  served.pass(599)
  expect((await device.call('startEmailChange', { email: next, site })).body.step).toBe('secondary')
  const { refreshToken } = device.held.session!
  device.held.session = (await device.call('refreshSession', { refreshToken }, { token: undefined })).body
  served.pass(2)
  const late = await device.call('startEmailChange', { email: 'cy@new.example', site })
  expect(late).toMatchObject({ code: 'sign_in_unproven', message: expect.stringContaining('Sign in again') })
})
