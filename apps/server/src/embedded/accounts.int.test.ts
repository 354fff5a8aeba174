import { createECDH, randomBytes, randomUUID } from 'node:crypto'
import { sealTo } from '@billfold/protocol/embedded/hpke'
import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { encodeBase64Url } from '@billfold/protocol/wc/base64'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { shareSet, testEmbedded, wrong } from '../../test/testEmbedded.ts'
import { cleanUp, startCleanup } from './cleanUp.ts'
import { deliverNotices } from './notices.ts'

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startTestCluster()
})
afterAll(() => cluster.stop())

const [old, next, site] = ['ann@mail.example', 'mallory@evil.example', 'shop.example']
const newShares = () => ({ auth: new Uint8Array(randomBytes(17)), recovery: new Uint8Array(randomBytes(17)) })
const fresh = async () => testEmbedded(await cluster.create())
type Served = Awaited<ReturnType<typeof fresh>>
type Device = Awaited<ReturnType<Served['newDevice']>>

async function withWallet(served: Served) {
  const device = await served.newDevice()
  const session = await device.signIn(old)
  const walletId = randomUUID()
  const shares = newShares()
  await device.createWallet({ walletId, shares: shareSet(session, walletId, shares) })
  return { device, session, walletId, shares }
}

/** Another device of the wallet. */
async function enrol(served: Served, walletId: string, { email = old, sequence = 1 } = {}) {
  served.pass(60)
  const device = await served.newDevice()
  const session = await device.signIn(email)
  expect((await device.enroll(walletId, shareSet(session, walletId, newShares(), { sequence }))).status).toBe(200)
  return { device, session }
}

/** Changes the address from a device, and returns the link in the mail to the old one. */
async function changeAddress(served: Served, device: Device, walletId: string): Promise<string> {
  served.pass(60)
  const { challenge } = (await device.call('startEmailChange', { email: next, site })).body
  const primary = { challenge, code: served.lastCode(old) }
  const second = (await device.call('verifyEmailChangePrimary', primary)).body
  const identity = identityHash({ kind: 'email', subject: next })
  const shares = shareSet(device.held.session!, walletId, newShares(), { generation: 2, identity, sequence: 2 })
  const answered = { challenge: second.challenge, code: served.lastCode(next), shares }
  expect((await device.changeEmail(walletId, answered)).status).toBe(200)
  const { rows } = { rows: await served.db.selectFrom('embedded_notices').select('details').execute() }
  // A reader of the queue does not get the link.
  for (const { details } of rows) expect(details).not.toContain('revert')
  await deliverNotices(served.deps)
  const mail = served.mails.findLast(({ to, subject }) => to === old && subject === 'Your wallet has a new address')
  return /https:\S+revert\S+/.exec(mail!.text)![0]
}

test('lets the old address revert a change within 72 hours: the thief is out, the old shares are back', async () => {
  const served = await fresh()
  const { device: stolen, session, walletId, shares } = await withWallet(served)
  const other = await enrol(served, walletId)
  const link = await changeAddress(served, stolen, walletId)
  const added = await enrol(served, walletId, { email: next, sequence: 2 })
  // Devices that the thief removes come back as well.
  expect((await added.device.revoke(walletId, other.session.deviceId)).status).toBe(200)

  const shown = await served.app.request(link)
  expect(shown.headers.get('content-security-policy')).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
  expect(await shown.text()).toContain('Undo the change')
  expect((await stolen.call('readShare', {})).status).toBe(200)
  expect(await (await served.app.request(link, { method: 'POST' })).text()).toContain('The change was undone')
  expect((await served.app.request(link, { method: 'POST' })).status).toBe(410)

  for (const device of [stolen, added.device]) expect((await device.call('readShare', {})).code).toBe('unauthorized')
  served.pass(3600)
  // The thief's address is free again, and even their device has no wallet.
  expect(await stolen.signIn(next)).toMatchObject({ wallet: null })
  const anew = await served.newDevice()
  expect(await anew.signIn(old)).toMatchObject({ wallet: { walletId }, isEnrolled: false })
  const { sets } = (await anew.call('readRecoveries', {})).body
  expect(sets.map(({ identity, generation }) => ({ identity, generation }))).toEqual([
    { identity: session.identity, generation: 1 },
    { identity: session.identity, generation: 1 },
  ])
  const first = sets.find(({ deviceId }) => deviceId === session.deviceId)!
  expect(await anew.openShare(walletId, first.authShare)).toEqual(shares.auth)
  // The device that the thief had removed opens the wallet with a code alone.
  served.pass(60)
  expect(await other.device.signIn(old)).toMatchObject({ isEnrolled: true })
})

test('mails a notice at once, not in the next round: a victim has only hours', async () => {
  const served = await fresh()
  const upkeep = startCleanup(served.deps, 3_600_000)
  Object.assign(served.deps, { onNotice: upkeep.wake })
  const { walletId } = await withWallet(served)
  await enrol(served, walletId)
  const noticed = () => served.mails.some(({ to, subject }) => to === old && !/code/.test(subject))
  await expect.poll(noticed).toBe(true)
  await upkeep.stop()
})

test('makes a change of address final after 72 hours, before which the old one cannot start a new account', async () => {
  const served = await fresh()
  const { device, walletId } = await withWallet(served)
  const link = await changeAddress(served, device, walletId)
  served.pass(3600)
  await expect((await served.newDevice()).signIn(old)).rejects.toThrow('account_mismatch')
  served.pass(71 * 3600)
  for (const method of ['GET', 'POST']) expect((await served.app.request(link, { method })).status).toBe(410)
  await cleanUp(served.deps)
  expect(await served.db.selectFrom('embedded_reverts').selectAll().execute()).toEqual([])
  expect(await (await served.newDevice()).signIn(old)).toMatchObject({ wallet: null })
})

test('deletes an account after a fresh code and a week, unless its person signs in before', async () => {
  const served = await fresh()
  const { device, walletId } = await withWallet(served)
  const other = await enrol(served, walletId)
  const erase = async () => {
    served.pass(60)
    const { challenge } = (await device.call('startReauth', { site, purpose: 'delete' })).body
    const code = served.lastCode(old)
    expect((await device.call('verifyReauth', { challenge, code })).code).toBe('not_found')
    const { grant } = (await device.call('verifyReauth', { challenge, code, purpose: 'delete' })).body
    expect((await device.call('useGrant', { grant, purpose: 'export' })).code).toBe('sign_in_unproven')
    const { body } = await device.call('useGrant', { grant, purpose: 'delete' })
    expect(body.deleteAt).toBe(served.deps.now().getTime() + 7 * 86_400_000)
    for (const each of [device, other.device]) expect((await each.call('listDevices', {})).code).toBe('unauthorized')
  }
  await erase()
  served.pass(6 * 86_400)
  await cleanUp(served.deps)
  expect(await device.signIn(old)).toMatchObject({ wallet: { walletId }, isEnrolled: true })
  served.pass(8 * 86_400)
  await cleanUp(served.deps)
  expect((await device.signIn(old)).wallet).not.toBeNull()

  await erase()
  served.pass(7 * 86_400)
  await cleanUp(served.deps)
  for (const table of ['embedded_users', 'embedded_identities', 'embedded_devices', 'embedded_shares'] as const)
    expect(await served.db.selectFrom(table).selectAll().execute()).toEqual([])
  expect(await served.db.selectFrom('embedded_recoveries').selectAll().execute()).toEqual([])
  expect(await device.signIn(old)).toMatchObject({ wallet: null })
  await deliverNotices(served.deps)
  expect(served.mails.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining(['Your wallet’s account will be deleted', 'Your wallet’s account stays']),
  )
})

test('replaces the recovery code in every device’s set at once, and no device brings the old one back', async () => {
  const served = await fresh()
  const { device, session, walletId } = await withWallet(served)
  const other = await enrol(served, walletId)
  const newCode = () => encodeBase64Url(createECDH('prime256v1').generateKeys())
  const [first, second] = [newCode(), newCode()]
  const withCode = (of: typeof session, generation: number, publicKey: string) => {
    const shares = newShares()
    const set = shareSet(of, walletId, shares, { generation })
    const sealed = encodeBase64Url(sealTo(Buffer.from(publicKey, 'base64url'), new Uint8Array(1), shares.recovery))
    return { ...set, recoveries: [...set.recoveries, { key: { kind: 'code' as const, publicKey }, sealed }] }
  }
  const codes = async () =>
    (await device.call('readRecoveries', {})).body.sets
      .flatMap(({ recoveries }) => recoveries)
      .flatMap(({ key }) => (key.kind === 'code' ? [key.publicKey] : []))
  await device.enroll(walletId, withCode(session, 2, first), { replacesCode: true })
  await other.device.enroll(walletId, withCode(other.session, 3, first))
  expect(await codes()).toEqual([first, first])
  await device.enroll(walletId, withCode(session, 4, second), { replacesCode: true })
  expect(await codes()).toEqual([second])
  await other.device.enroll(walletId, withCode(other.session, 5, first))
  expect(await codes()).toEqual([second])
  await other.device.enroll(walletId, withCode(other.session, 6, second))
  expect(await codes()).toEqual([second, second])
})

test('requires a fresh code for an export, valid for two minutes and once, and mails its person', async () => {
  const served = await fresh()
  const [device, other] = [await served.newDevice(), await served.newDevice()]
  await device.signIn('ann@mail.example')
  await other.signIn('bob@mail.example')
  const prove = async () => {
    served.pass(60)
    const { challenge } = (await device.call('startReauth', { site: 'shop.example' })).body
    const code = served.lastCode('ann@mail.example')
    expect((await device.call('verifyReauth', { challenge, code: wrong(code) })).code).toBe('sign_in_unproven')
    const { body } = await device.call('verifyReauth', { challenge, code })
    expect(body.endsInSeconds).toBe(120)
    return { grant: body.grant, purpose: 'export' as const }
  }
  const grant = await prove()
  expect((await other.call('useGrant', grant)).code).toBe('sign_in_unproven')
  served.pass(119)
  expect((await device.call('useGrant', grant)).body).toEqual({ status: 'ok' })
  expect((await device.call('useGrant', grant)).code).toBe('sign_in_unproven')
  await deliverNotices(served.deps)
  expect(served.mails.at(-1)).toMatchObject({ to: 'ann@mail.example', subject: 'Your wallet was exported' })
  const late = await prove()
  served.pass(120)
  expect((await device.call('useGrant', late)).code).toBe('sign_in_unproven')
})
