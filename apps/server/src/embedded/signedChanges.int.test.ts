import { randomBytes, randomUUID } from 'node:crypto'
import { ticketClaims, ticketIssuer, ticketType } from '@billfold/protocol/embedded/guardianTicket'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { shareSet, testEmbedded } from '../../test/testEmbedded.ts'

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startTestCluster()
})
afterAll(() => cluster.stop())

const fresh = async () => testEmbedded(await cluster.create())
const ann = 'ann@mail.example'

describe('one emailed code', () => {
  const junk = () => ({ auth: new Uint8Array(randomBytes(17)), recovery: new Uint8Array(randomBytes(17)) })
  async function robbed() {
    const served = await fresh()
    const own = await served.newDevice()
    const session = await own.signIn(ann)
    const walletId = randomUUID()
    expect((await own.createWallet({ walletId, shares: shareSet(session, walletId, junk()) })).status).toBe(200)
    served.pass(60)
    const thief = await served.newDevice()
    return { served, own, session, walletId, thief, stolen: await thief.signIn(ann) }
  }

  it('gets a guardian ticket for its own device, for a quarter of an hour', async () => {
    const { served, own, session, walletId, thief, stolen } = await robbed()
    // The guardian has neither a project nor the frame's origin.
    const response = await served.app.request('https://api.example/embedded/v1/ticket-keys')
    const keys = createLocalJWKSet(await response.json())
    const read = async (ticket: string) =>
      (await jwtVerify(ticket, keys, { typ: ticketType, issuer: ticketIssuer, currentDate: served.now() })).payload
    const at = served.now().getTime() / 1000
    const { ticket, endsInSeconds } = (await own.call('getGuardianTicket', {})).body
    expect(ticketClaims.parse(await read(ticket))).toEqual({
      ...{ sub: walletId, aud: 'shop', identity: session.identity, device: session.deviceId },
      ...{ sealKey: own.device.sealKey, exp: at + 90 * 86_400 },
    })
    expect(endsInSeconds).toBe(90 * 86_400)
    const short = await thief.call('getGuardianTicket', {})
    expect(await read(short.body.ticket)).toMatchObject({ device: stolen.deviceId, exp: at + 900 })
    const stranger = await served.newDevice()
    await stranger.signIn('mallory@mail.example')
    expect((await stranger.call('getGuardianTicket', {})).code).toBe('not_found')
    expect((await stranger.call('getGuardianTicket', {}, { token: undefined })).code).toBe('unauthorized')
  })

  it('enrolls or revokes no device, replaces no code and uses no generation up', async () => {
    const { own, session, walletId, thief, stolen } = await robbed()
    const before = (await own.call('readRecoveries', {})).body
    const account = privateKeyToAccount(generatePrivateKey())
    for (const generation of [1, 2, 1_000_000])
      for (const replacesCode of [false, true]) {
        const shares = shareSet(stolen, walletId, junk(), { generation })
        expect((await thief.enroll(walletId, shares, { replacesCode, account })).code).toBe('sign_in_unproven')
      }
    expect((await thief.revoke(walletId, session.deviceId, account)).code).toBe('sign_in_unproven')
    const { sets, changeCount } = (await own.call('readRecoveries', {})).body
    expect([changeCount, sets.map((set) => set.recoveries)]).toEqual([1, before.sets.map((set) => set.recoveries)])
    expect((await own.call('readShare', {})).status).toBe(200)
  })

  it('changes nothing with a wallet signature for anything else, or with a replayed one', async () => {
    const { served, own, session, walletId, thief, stolen } = await robbed()
    const shares = shareSet(stolen, walletId, junk())
    const deviceId = stolen.deviceId
    const change = await thief.signNext(walletId, { action: 'enroll', deviceId, shares, replacesCode: false })
    const { recoveries, charter } = shares
    const otherKey = { ...recoveries[0]!, key: { ...recoveries[0]!.key, label: 'Mine' } }
    for (const other of [
      { ...shares, generation: 2 },
      { ...shares, authShare: shareSet(stolen, walletId, junk()).authShare },
      { ...shares, recoveries: [otherKey] },
      { ...shares, recoveries: [...recoveries, ...recoveries] },
      { ...shares, charter: { ...charter, sequence: 2 } },
      { ...shares, charter: { ...charter, policy: 'strict' as const } },
    ])
      expect((await thief.call('enrolDevice', { shares: other, change })).code).toBe('sign_in_unproven')
    expect((await thief.call('enrolDevice', { shares, replacesCode: true, change })).code).toBe('sign_in_unproven')
    expect((await own.call('enrolDevice', { shares, change })).code).toBe('sign_in_unproven')
    expect((await thief.call('revokeDevice', { deviceId: session.deviceId, change })).code).toBe('sign_in_unproven')
    expect((await thief.call('enrolDevice', { shares, change })).status).toBe(200)
    // A revoked device cannot return with its earlier signature.
    expect((await own.revoke(walletId, deviceId)).status).toBe(200)
    served.pass(60)
    await thief.signIn(ann)
    expect((await thief.call('enrolDevice', { shares, change })).code).toBe('sign_in_unproven')
  })

  it('and the wallet’s own key cannot skip a generation or restore an old charter', async () => {
    const { own, session, walletId } = await robbed()
    const enroll = (generation: number, change: object = {}) =>
      own.enroll(walletId, shareSet(session, walletId, junk(), { generation, ...change }))
    expect((await enroll(3)).code).toBe('invalid_request')
    expect((await enroll(2, { sequence: 2 })).status).toBe(200)
    expect((await enroll(3, { sequence: 1 })).code).toBe('account_mismatch')
    expect((await enroll(3, { sequence: 2, identity: 'A'.repeat(43) })).code).toBe('account_mismatch')
    expect((await enroll(3, { sequence: 2 })).status).toBe(200)
    expect((await own.call('readShare', {})).body).toMatchObject({ generation: 3, charterSequence: 2 })
  })
})
