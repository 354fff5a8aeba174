import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeDpop } from '@billfold/protocol/embedded/dpop'
import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { encodeBase64Url } from '@billfold/protocol/wc/base64'
import { split } from 'shamir-secret-sharing'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from 'vitest'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import {
  newDeviceKeys,
  shareSet,
  solanaAddress,
  testEmbedded,
  walletAccount,
  walletOrigin,
  wrong,
} from '../../test/testEmbedded.ts'
import { startMailServer } from '../../test/testMailServer.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../log/createLog.ts'
import { startServer } from '../startServer.ts'
import { findTampering } from './audit.ts'
import { cleanUp } from './cleanUp.ts'
import { deliverNotices } from './notices.ts'

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startTestCluster()
})
afterAll(() => cluster.stop())

const fresh = async () => testEmbedded(await cluster.create())
const evmAddress = walletAccount.address
async function newShares() {
  const [device, auth, recovery] = await split(new Uint8Array(randomBytes(16)), 3, 2)
  return { device: device!, auth: auth!, recovery: recovery! }
}
type Served = Awaited<ReturnType<typeof fresh>>

/** A person with a wallet on one device. */
async function withWallet(served: Served, email = 'ann@mail.example') {
  const device = await served.newDevice()
  const session = await device.signIn(email)
  const [walletId, shares] = [randomUUID(), await newShares()]
  const input = { walletId, shares: shareSet(session, walletId, shares) }
  expect((await device.createWallet(input)).body).toEqual({ status: 'ok' })
  return { device, session, walletId, shares, input }
}

describe('signing in by email', () => {
  it('opens a session with the mailed code, and tells newcomers from returning people', async () => {
    const served = await fresh()
    const device = await served.newDevice()
    const started = await device.start(' Ann@Mail.example'.trim())
    expect(started).toMatchObject({ status: 200, body: { codeEndsInSeconds: 1200, nextMailInSeconds: 30 } })
    expect(served.mails).toMatchObject([{ to: 'ann@mail.example', subject: 'Your code for shop.example' }])
    const input = { challenge: started.body.challenge, code: served.lastCode('ann@mail.example') }
    const { body: session } = await device.call('verifyEmail', input)
    expect(session).toMatchObject({
      email: 'ann@mail.example',
      identity: identityHash({ kind: 'email', subject: 'ann@mail.example' }),
      expiresIn: 600,
      wallet: null,
      isEnrolled: false,
    })
    expect((await device.call('verifyEmail', input)).code).toBe('not_found')

    served.pass(60)
    const again = await device.signIn('ann@mail.example')
    expect(again.deviceId).toBe(session.deviceId)
    served.pass(60)
    expect((await (await served.newDevice()).signIn('ann@mail.example')).deviceId).not.toBe(session.deviceId)
    expect(await findTampering(served.db, served.keyring)).toBeUndefined()
  })

  it('accepts five wrong codes, and none after 20 minutes or once a newer one was mailed', async () => {
    const served = await fresh()
    const device = await served.newDevice()
    const answer = (challenge: string, code: string) => device.call('verifyEmail', { challenge, code })
    const first = (await device.start('ann@mail.example')).body.challenge
    const code = served.lastCode('ann@mail.example')
    for (let by = 1; by <= 5; by++) expect((await answer(first, wrong(code, by))).code).toBe('sign_in_unproven')
    expect(await answer(first, code)).toMatchObject({ status: 404, code: 'not_found' })

    served.pass(30)
    const second = (await device.start('ann@mail.example')).body.challenge
    const secondCode = served.lastCode('ann@mail.example')
    served.pass(30)
    const third = (await device.start('ann@mail.example')).body.challenge
    expect((await answer(second, secondCode)).code).toBe('not_found')
    served.pass(1200)
    expect((await answer(third, served.lastCode('ann@mail.example'))).code).toBe('not_found')
  })

  it('returns when the next mail is allowed, an hour away at most', async () => {
    const served = await fresh()
    const device = await served.newDevice()
    const ask = (n: number) => device.start('ann@mail.example', { from: `192.0.${n}.1` })
    expect((await ask(0)).body.nextMailInSeconds).toBe(30)
    served.pass(12)
    const early = await ask(1)
    expect(early).toMatchObject({
      status: 429,
      code: 'too_many_requests',
      message: 'Please try again after 18 seconds',
    })
    expect(early.headers.get('retry-after')).toBe('18')
    expect(early.headers.get('access-control-allow-origin')).toBe(walletOrigin)
    const waits: number[] = []
    for (let n = 0; n < 16; n++) {
      served.pass(waits.at(-1) ?? 18)
      waits.push((await ask(n)).body.nextMailInSeconds)
    }
    // Five within the hour, then five more; after ten in a day one an hour.
    expect(waits.slice(0, 4)).toEqual([30, 30, 30, 3480])
    expect(Math.max(...waits)).toBe(3600)
    expect(waits.slice(10)).toEqual([3600, 3600, 3600, 3600, 3600, 3600])
  })

  it('reports a mail that could not be sent, stores no code for it and does not count it', async () => {
    const served = await fresh()
    const device = await served.newDevice()
    served.post.isDown = true
    expect((await device.start('ann@mail.example')).status).toBe(503)
    expect(await served.db.selectFrom('embedded_challenges').selectAll().execute()).toEqual([])
    served.post.isDown = false
    expect((await device.start('ann@mail.example')).status).toBe(200)
  })

  it('names in its mails only sites of the project, and answers only the frame', async () => {
    const served = await fresh()
    const device = await served.newDevice()
    const input = { email: 'ann@mail.example', device: device.device }
    const site = await device.call('startEmail', { ...input, site: 'bank.example' })
    expect(site).toMatchObject({ status: 403, code: 'origin_not_allowed' })
    const page = await device.start('ann@mail.example', { headers: { origin: 'https://shop.example' } })
    expect(page).toMatchObject({ status: 403, code: 'origin_not_allowed' })
    expect(served.mails).toEqual([])
    const ask = (origin: string) =>
      served.app.request('/embedded/v1/share?projectId=shop', {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'GET', 'access-control-request-headers': 'dpop' },
      })
    const preflight = await ask(walletOrigin)
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe(walletOrigin)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('dpop')
    const { headers } = await device.call('listDevices', {})
    expect(headers.get('access-control-expose-headers')).toContain('Date')
    expect((await ask('https://shop.example')).headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('sessions', () => {
  it('rotate, survive a lost response, and end after 30 idle days, 90 days or a sign-out', async () => {
    const served = await fresh()
    const device = await served.newDevice()
    const session = await device.signIn('ann@mail.example')
    served.pass(600)
    expect((await device.call('listDevices', {})).code).toBe('unauthorized')
    const refresh = (refreshToken: string) => device.call('refreshSession', { refreshToken }, { token: undefined })
    const next = (await refresh(session.refreshToken)).body
    expect(next.refreshToken).not.toBe(session.refreshToken)
    expect((await device.call('listDevices', {}, { token: next.accessToken })).status).toBe(200)
    // The response got lost: the same token returns the same successor again, for a minute.
    served.pass(59)
    expect((await refresh(session.refreshToken)).body.refreshToken).toBe(next.refreshToken)

    let token = next.refreshToken
    for (let days = 0; days < 87; days += 29) {
      served.pass(29 * 86_400)
      await cleanUp(served.deps)
      token = (await refresh(token)).body.refreshToken
    }
    served.pass(3 * 86_400)
    expect((await refresh(token)).code).toBe('unauthorized')

    const second = await device.signIn('ann@mail.example')
    served.pass(30 * 86_400)
    expect((await refresh(second.refreshToken)).code).toBe('unauthorized')

    const third = await device.signIn('ann@mail.example')
    expect((await device.call('endSession', {})).body).toEqual({ status: 'ok' })
    expect((await device.call('listDevices', {})).code).toBe('unauthorized')
    expect((await refresh(third.refreshToken)).code).toBe('unauthorized')
  })
})

describe('wallets', () => {
  it("are one per person, and return the device's auth share, sealed to it", async () => {
    const served = await fresh()
    const { device, walletId, shares, input } = await withWallet(served)
    expect((await device.createWallet(input)).status).toBe(200)
    expect(await device.createWallet({ ...input, walletId: randomUUID() })).toMatchObject({ status: 409 })
    const { body } = await device.call('readShare', {})
    expect(body.generation).toBe(1)
    expect(await device.openShare(walletId, body.sealed)).toEqual(shares.auth)
    served.pass(60)
    expect(await device.signIn('ann@mail.example')).toMatchObject({
      isEnrolled: true,
      wallet: { walletId, evmAddress, solanaAddress, generation: 1 },
    })
  })

  it('come to a second device, which makes its own shares, and revoke the first', async () => {
    const served = await fresh()
    const { device: first, session: firstSession, walletId, shares, input } = await withWallet(served)
    served.pass(60)
    const second = await served.newDevice({ label: 'Safari on iPhone' })
    const session = await second.signIn('ann@mail.example')
    expect(session).toMatchObject({ isEnrolled: false, wallet: { walletId } })
    expect((await second.call('readShare', {})).code).toBe('not_found')
    const { sets } = (await second.call('readRecoveries', {})).body
    expect(sets).toMatchObject([
      {
        deviceId: firstSession.deviceId,
        generation: 1,
        identity: session.identity,
        recoveries: input.shares.recoveries,
      },
    ])
    expect(await second.openShare(walletId, sets[0]!.authShare)).toEqual(shares.auth)
    const lone = await first.revoke(walletId, firstSession.deviceId)
    expect(lone).toMatchObject({ status: 400, code: 'invalid_request' })

    const own = await newShares()
    const enrolled = shareSet(session, walletId, own)
    expect((await second.enroll(walletId, enrolled)).status).toBe(200)
    expect((await second.enroll(walletId, enrolled)).status).toBe(200)
    const other = shareSet(session, walletId, await newShares())
    expect((await second.enroll(walletId, other)).code).toBe('invalid_request')
    const higher = await newShares()
    const newSet = shareSet(session, walletId, higher, { generation: 2 })
    expect((await second.enroll(walletId, newSet)).status).toBe(200)
    const { body } = await second.call('readShare', {})
    expect([body.generation, await second.openShare(walletId, body.sealed)]).toEqual([2, higher.auth])

    const { devices } = (await second.call('listDevices', {})).body
    expect(devices.map(({ label, isThisOne }) => [label, isThisOne])).toEqual([
      ['Safari on iPhone', true],
      ['Firefox on Linux', false],
    ])
    expect((await second.revoke(walletId, firstSession.deviceId)).status).toBe(200)
    expect((await first.call('readShare', {})).code).toBe('unauthorized')
    expect((await first.call('refreshSession', firstSession)).code).toBe('unauthorized')
    expect((await second.call('readRecoveries', {})).body.sets).toHaveLength(1)
    await deliverNotices(served.deps)
    expect(served.mails.slice(-2).map(({ subject }) => subject)).toEqual([
      'A new device can open your wallet',
      'A device was removed from your wallet',
    ])
  })

  it('store every recovery of a share unchanged', async () => {
    const served = await fresh()
    const { device, session, walletId, shares } = await withWallet(served)
    const newSet = shareSet(session, walletId, shares, { generation: 2 })
    const [guardian] = newSet.recoveries
    const proof = encodeBase64Url(randomBytes(32))
    const key = { ...guardian!.key, kind: 'passkey' as const, credentialId: 'abc_-1', label: 'My phone', proof }
    const recoveries = [guardian!, { ...guardian!, key }]
    expect((await device.enroll(walletId, { ...newSet, recoveries })).status).toBe(200)
    const { sets } = (await device.call('readRecoveries', {})).body
    expect(sets).toMatchObject([{ generation: 2, recoveries }])
  })
})

describe('a change of address', () => {
  const [old, next] = ['ann@mail.example', 'ann@work.example']
  const site = 'shop.example'

  it('requires proofs of both addresses and shares for the new one, and notifies the old one', async () => {
    const served = await fresh()
    const { device, walletId } = await withWallet(served)
    served.pass(60)
    const other = await served.newDevice()
    const otherSession = await other.signIn(old)
    await other.enroll(walletId, shareSet(otherSession, walletId, await newShares()))
    served.pass(60)

    const started = (await device.call('startEmailChange', { email: next, site })).body
    expect(started.step).toBe('primary')
    const primary = { challenge: started.challenge, code: served.lastCode(old) }
    const second = (await device.call('verifyEmailChangePrimary', primary)).body
    expect((await device.call('verifyEmailChangePrimary', primary)).code).toBe('not_found')
    const identity = identityHash({ kind: 'email', subject: next })
    const shares = shareSet(device.held.session!, walletId, await newShares(), {
      ...{ generation: 2, identity, sequence: 2 },
    })
    const answered = { challenge: second.challenge, code: served.lastCode(next) }
    const guess = { ...answered, code: wrong(answered.code), shares }
    expect((await device.call('verifyEmailChangeSecondary', guess)).code).toBe('sign_in_unproven')
    expect((await device.call('verifyEmailChangeSecondary', answered)).code).toBe('invalid_input')
    const unsigned = await device.call('verifyEmailChangeSecondary', { ...answered, shares })
    expect(unsigned.code).toBe('invalid_input')
    const changed = await device.changeEmail(walletId, { ...answered, shares })
    expect(changed.body).toEqual({ email: next, identity })

    await deliverNotices(served.deps)
    expect(served.mails.at(-1)).toMatchObject({ to: old, subject: 'Your wallet has a new address' })
    const { sets } = (await device.call('readRecoveries', {})).body
    expect(new Map(sets.map((set) => [set.deviceId, set.identity]))).toEqual(
      new Map([
        [device.held.session!.deviceId, identity],
        [otherSession.deviceId, otherSession.identity],
      ]),
    )
    // The other device learns of it with its next tokens, and makes new shares.
    const refreshed = (await other.call('refreshSession', otherSession, { token: undefined })).body
    expect(refreshed).toMatchObject({ email: next, identity, wallet: { walletId }, isEnrolled: true })
    const newSet = shareSet(refreshed, walletId, await newShares(), { generation: 2, sequence: 2 })
    expect((await other.enroll(walletId, newSet)).status).toBe(200)
    const after = (await device.call('readRecoveries', {})).body.sets
    expect(new Set(after.map((set) => set.identity))).toEqual(new Set([identity]))

    served.pass(3600)
    await expect((await served.newDevice()).signIn(old)).rejects.toThrow('account_mismatch')
    served.pass(71 * 3600)
    expect(await (await served.newDevice()).signIn(next)).toMatchObject({ wallet: { walletId } })
    expect(await (await served.newDevice()).signIn(old)).toMatchObject({ wallet: null })
  })

  it('requires its own session, the right order, and an unused address', async () => {
    const served = await fresh()
    const bob = await served.newDevice()
    await bob.signIn(next)
    const ann = await served.newDevice()
    await ann.signIn(old)
    served.pass(60)
    const same = await ann.call('startEmailChange', { email: old, site })
    expect(same.code).toBe('invalid_input')
    const { challenge } = (await ann.call('startEmailChange', { email: next, site })).body
    const primary = { challenge, code: served.lastCode(old) }
    expect((await ann.call('verifyEmailChangeSecondary', primary)).code).toBe('not_found')
    expect((await ann.call('verifyEmail', primary)).code).toBe('not_found')
    expect((await bob.call('verifyEmailChangePrimary', primary)).code).toBe('not_found')
    const second = (await ann.call('verifyEmailChangePrimary', primary)).body
    const answered = { challenge: second.challenge, code: served.lastCode(next) }
    expect(await ann.call('verifyEmailChangeSecondary', answered)).toMatchObject({ code: 'account_mismatch' })
    expect((await ann.call('refreshSession', ann.held.session!, { token: undefined })).body.email).toBe(old)
  })
})

test('mails a code and opens a session on the whole server', async () => {
  const { port, mails } = await startMailServer()
  const secrets = mkdtempSync(join(tmpdir(), 'billfold-secrets-'))
  onTestFinished(() => rmSync(secrets, { recursive: true, force: true }))
  const config = readConfig({
    DATABASE_URL: (await cluster.create()).url,
    PORT: '0',
    DEFAULT_PROJECT: 'local',
    INDEXER: 'off',
    EMBEDDED_SECRETS: secrets,
    PUBLIC_URL: 'http://api.billfold.localhost:4102',
    WALLET_ORIGIN: 'http://wallet.billfold.localhost:4106',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    MAIL_FROM: 'Wallet <wallet@shop.example>',
  })
  const lines: string[] = []
  const server = await startServer(config, createLog('info', { write: (line) => void lines.push(line) }))
  onTestFinished(() => server.close())
  const { device, key } = await newDeviceKeys()
  const post = async (path: string, body: object) => {
    const url = `${server.url}/embedded/v1${path}?projectId=billfold-local`
    const publicUrl = url.replace(server.url, config.publicUrl!)
    const dpop = await writeDpop(key, { method: 'POST', url: publicUrl, nowMs: Date.now() })
    const headers = { origin: config.embedded!.walletOrigin, dpop }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    expect(response.headers.get('date')).not.toBeNull()
    return { status: response.status, body: (await response.json()) as Record<string, string> }
  }
  const started = await post('/email', { email: 'ann@mail.example', site: 'app.billfold.localhost:4100', device })
  expect(started.status).toBe(200)
  const [, code] = /Your code: (\d{6})/.exec(mails[0]!.mail.text!)!
  const session = await post('/email/verify', { challenge: started.body.challenge, code })
  expect(session).toMatchObject({ status: 200, body: { email: 'ann@mail.example', wallet: null } })
  expect(readdirSync(secrets).sort()).toEqual(['pepper', 'seal-keys', 'ticket-keys', 'token-keys'])
  const log = lines.join('')
  for (const secret of ['mail.example', `"${code}"`, ` ${code}`]) expect(log).not.toContain(secret)
})
