import { randomBytes, randomUUID } from 'node:crypto'
import { thumbprintOf, writeDpop } from '@billfold/protocol/embedded/dpop'
import type { EmbeddedSession } from '@billfold/protocol/embedded/embeddedApi'
import { decodeBase64Url } from '@billfold/protocol/wc/base64'
import { sql } from 'kysely'
import { combine, split } from 'shamir-secret-sharing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestCluster, type TestCluster } from '../../test/testDatabase.ts'
import { shareSet, signChange, testEmbedded, wrong } from '../../test/testEmbedded.ts'
import { openDatabase } from '../db/openDatabase.ts'
import { findTampering } from './audit.ts'
import { deliverNotices } from './notices.ts'
import { open } from './sealing.ts'

let cluster: TestCluster
beforeAll(async () => {
  cluster = await startTestCluster()
})
afterAll(() => cluster.stop())

const fresh = async () => testEmbedded(await cluster.create())
type Served = Awaited<ReturnType<typeof fresh>>
const ann = 'ann@mail.example'

describe('guessing codes', () => {
  it('is blocked per address for an hour after 15 wrong codes, across devices and networks', async () => {
    const served = await fresh()
    const seen: string[] = []
    let refusal: { message: string | undefined } | undefined
    for (let n = 0; n < 6 && !refusal; n++) {
      const attacker = await served.newDevice({ from: `198.51.${n}.1` })
      const started = await attacker.start(ann)
      if (started.status === 429) {
        refusal = started
        break
      }
      const code = served.lastCode(ann)
      for (let by = 1; by <= 5; by++) {
        const answer = await attacker.call('verifyEmail', { challenge: started.body.challenge, code: wrong(code, by) })
        seen.push(answer.code!)
      }
      served.pass(60)
    }
    expect(seen).toEqual(Array(15).fill('sign_in_unproven'))
    expect(refusal?.message).toBe('Please try again after 3540 seconds')
    await deliverNotices(served.deps)
    expect(served.mails.at(-1)).toMatchObject({ to: ann, subject: 'Too many wrong codes for your wallet' })
    served.pass(3540)
    expect((await (await served.newDevice()).signIn(ann)).email).toBe(ann)
  })

  it('does not keep the owner out at a device of theirs', async () => {
    const served = await fresh()
    const own = await served.newDevice()
    await own.signIn(ann)
    served.pass(60)
    for (let n = 0; n < 3; n++) {
      const attacker = await served.newDevice({ from: `198.51.${n}.1` })
      const { challenge } = (await attacker.start(ann)).body
      const code = served.lastCode(ann)
      for (let by = 1; by <= 5; by++) await attacker.call('verifyEmail', { challenge, code: wrong(code, by) })
      served.pass(30)
    }
    expect((await (await served.newDevice()).start(ann)).status).toBe(429)
    expect((await own.signIn(ann)).email).toBe(ann)
  })

  it('is limited per network to 20 starts an hour, across addresses', async () => {
    const served = await fresh()
    const device = await served.newDevice()
    const start = (n: number, from: string) => device.start(`person${n}@mail.example`, { from })
    for (let n = 0; n < 20; n++) expect((await start(n, `203.0.113.${n}`)).status).toBe(200)
    expect(await start(20, '203.0.113.200')).toMatchObject({
      status: 429,
      message: 'Please try again after 3600 seconds',
    })
    expect((await start(21, '203.0.114.1')).status).toBe(200)
    expect(served.mails).toHaveLength(21)
  })

  it('succeeds once for concurrent correct answers', async () => {
    const served = await fresh()
    const device = await served.newDevice()
    const { challenge } = (await device.start(ann)).body
    const code = served.lastCode(ann)
    const answers = await Promise.all([1, 2, 3, 4].map(() => device.call('verifyEmail', { challenge, code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
    expect(await served.db.selectFrom('embedded_sessions').select('id').execute()).toHaveLength(1)
  })

  it('counts every concurrent attempt', async () => {
    const served = await fresh()
    const device = await served.newDevice()
    const { challenge } = (await device.start(ann)).body
    const code = served.lastCode(ann)
    const tries = Array.from({ length: 12 }, (_, n) =>
      device.call('verifyEmail', { challenge, code: wrong(code, n + 1) }),
    )
    const codes = (await Promise.all(tries)).map((answer) => answer.code)
    expect(codes.filter((each) => each === 'sign_in_unproven')).toHaveLength(5)
    expect(codes.filter((each) => each === 'not_found')).toHaveLength(7)
  })
})

describe('a thief', () => {
  it('with the right code and another key gets nothing', async () => {
    const served = await fresh()
    const [device, thief] = [await served.newDevice(), await served.newDevice()]
    const { challenge } = (await device.start(ann)).body
    const code = served.lastCode(ann)
    expect((await thief.call('verifyEmail', { challenge, code })).code).toBe('not_found')
    const foreign = { email: 'bob@mail.example', site: 'shop.example', device: device.device }
    expect((await thief.call('startEmail', foreign)).code).toBe('unauthorized')
    expect((await device.call('verifyEmail', { challenge, code })).status).toBe(200)
  })

  it('with an access token, or a recorded request, gets nothing', async () => {
    const served = await fresh()
    const [device, thief] = [await served.newDevice(), await served.newDevice()]
    const { accessToken: token } = await device.signIn(ann)
    const url = 'https://api.shop.example/embedded/v1/devices?projectId=shop'
    expect((await thief.call('listDevices', {}, { token })).code).toBe('unauthorized')
    const now = served.deps.now().getTime()
    const proof = await writeDpop(device.key, { method: 'GET', url, accessToken: token, nowMs: now })
    const unheard = (headers: Record<string, string>) => served.app.request(url, { headers })
    for (const headers of [
      { authorization: `DPoP ${token}` },
      { authorization: `Bearer ${token}`, dpop: proof },
      { dpop: proof },
    ])
      expect((await unheard(headers as Record<string, string>)).status).toBe(401)
    expect((await device.call('listDevices', {}, { token, proof })).status).toBe(200)
    expect((await device.call('listDevices', {}, { token, proof })).code).toBe('unauthorized')
    expect((await device.call('readShare', {}, { token, proof })).code).toBe('unauthorized')
  })

  it('is accepted once when replaying a proof concurrently', async () => {
    const served = await fresh()
    const device = await served.newDevice()
    const { accessToken: token } = await device.signIn(ann)
    const url = 'https://api.shop.example/embedded/v1/devices'
    const proof = await writeDpop(device.key, {
      method: 'GET',
      url,
      accessToken: token,
      nowMs: served.deps.now().getTime(),
    })
    const answers = await Promise.all([1, 2, 3, 4].map(() => device.call('listDevices', {}, { token, proof })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401])
  })

  it.each(['from another key', 'a second time'])(
    'ends the session by using a refresh token %s, and its person gets a mail',
    async (how) => {
      const served = await fresh()
      const device = await served.newDevice()
      const { refreshToken, accessToken } = await device.signIn(ann)
      const thief = how === 'from another key' ? await served.newDevice() : device
      const refresh = (who: typeof device, token: string) =>
        who.call('refreshSession', { refreshToken: token }, { token: undefined })
      let latest = refreshToken
      if (thief === device) {
        latest = (await refresh(device, refreshToken)).body.refreshToken
        served.pass(61)
      }
      expect((await refresh(thief, refreshToken)).code).toBe('unauthorized')
      expect((await refresh(device, latest)).code).toBe('unauthorized')
      expect((await device.call('listDevices', {}, { token: accessToken })).code).toBe('unauthorized')
      await deliverNotices(served.deps)
      expect(served.mails.at(-1)).toMatchObject({ to: ann, subject: 'You were signed out of your wallet' })
      const last = await served.db
        .selectFrom('embedded_audit')
        .select('event')
        .orderBy('seq', 'desc')
        .executeTakeFirst()
      expect(last?.event).toBe('refresh token stolen')
    },
  )

  it('with one account cannot touch another', async () => {
    const served = await fresh()
    const [device, thief] = [await served.newDevice(), await served.newDevice()]
    const { deviceId } = await device.signIn(ann)
    await thief.signIn('mal@mail.example')
    const change = await signChange(randomUUID(), 0, { action: 'revoke', deviceId })
    expect((await thief.call('revokeDevice', { deviceId, change })).code).toBe('not_found')
    expect((await device.call('listDevices', {})).status).toBe(200)
  })
})

describe('checking whether an account exists', () => {
  it('gets the same response, by the same statements, for known and unknown addresses', async () => {
    const served = await fresh()
    await (await served.newDevice()).signIn(ann)
    served.pass(60)
    const ask = async (email: string, from: string) => {
      const device = await served.newDevice({ from })
      served.statements.length = 0
      const { status, body } = await device.start(email)
      const code = wrong(served.lastCode(email))
      const wrongly = await device.call('verifyEmail', { challenge: body.challenge, code })
      const statements = [...served.statements]
      return { status, body: { ...body, challenge: '' }, wrongly: [wrongly.status, wrongly.body], statements }
    }
    const observed = [await ask(ann, '198.51.100.1'), await ask('nobody@mail.example', '198.51.101.1')]
    expect(observed[0]!.statements.length).toBeGreaterThan(10)
    expect(observed[0]).toEqual(observed[1])
    const texts = served.mails.slice(-2).map(({ subject, text }) => [subject, text.replace(/\d{6}/, '')])
    expect(texts[0]).toEqual(texts[1])
  })
})

describe('a dump of the whole database', () => {
  /** Every value of every column of every table, as bytes. */
  async function dump({ db }: Served): Promise<{ table: string; row: Record<string, unknown> }[]> {
    const { rows: tables } = await sql<{
      name: string
    }>`select tablename as name from pg_tables where schemaname = 'public'`.execute(db)
    const contents: { table: string; row: Record<string, unknown> }[] = []
    for (const { name } of tables) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
      for (const row of rows) contents.push({ table: name, row })
    }
    return contents
  }
  const bytesOf = (value: unknown): Buffer =>
    Buffer.isBuffer(value) ? value : Buffer.from(typeof value === 'string' ? value : JSON.stringify(value ?? ''))

  it('holds no share, code, token or address, and even with the keys not two shares of a set', async () => {
    const served = await fresh()
    const wallets: { entropy: Uint8Array; shares: Uint8Array[] }[] = []
    const tokens: string[] = []
    for (const email of [ann, 'bob@mail.example']) {
      const device = await served.newDevice()
      const session = await device.signIn(email)
      const [walletId, entropy] = [randomUUID(), new Uint8Array(randomBytes(16))]
      const shares = await split(entropy, 3, 2)
      const set = shareSet(session, walletId, { auth: shares[1]!, recovery: shares[2]! })
      expect((await device.createWallet({ walletId, shares: set })).status).toBe(200)
      wallets.push({ entropy, shares })
      const next = (await device.call('refreshSession', session, { token: undefined })).body
      tokens.push(session.refreshToken, next.refreshToken, session.accessToken)
    }
    await (await served.newDevice()).start('carl@mail.example')
    const [code, rows] = [served.lastCode('carl@mail.example'), await dump(served)]
    const values = rows.flatMap(({ row }) => Object.values(row).map(bytesOf))
    expect(values.length).toBeGreaterThan(100)
    const secrets = [
      ...wallets.flatMap(({ shares, entropy }) => [...shares, entropy].map((each) => Buffer.from(each))),
      ...tokens.flatMap((token) => [Buffer.from(token), Buffer.from(decodeBase64Url(token.replaceAll('.', '')))]),
      ...['ann@', 'bob@', 'carl@', 'mail.example', '192.0.2'].map((text) => Buffer.from(text)),
    ]
    for (const secret of secrets) expect(values.some((value) => value.includes(secret))).toBe(false)
    expect(values.some((value) => value.equals(Buffer.from(code)))).toBe(false)
    expect(served.lines.join('')).not.toMatch(/mail\.example|\b192\.0\.2/)

    // Now with the keys: tests everything that they open, and every pair of 17 bytes in that and in the dump.
    const opened: Buffer[] = []
    const users = rows
      .filter(({ table }) => table === 'embedded_users')
      .map(({ row }) => row as { id: string; key: Buffer })
    for (const { row } of rows.filter(({ table }) => table === 'embedded_shares')) {
      const share = row as { device_id: string; wallet_id: string; generation: number; auth_share: Buffer }
      for (const { id, key } of users) {
        const bound = ['auth-share', id, share.wallet_id, share.device_id, share.generation] as const
        try {
          opened.push(open([served.keyring.openUserKey(id, key)], bound, share.auth_share))
        } catch {
          // Another person's key.
        }
      }
    }
    expect(opened.map((each) => each.toString('hex')).sort()).toEqual(
      wallets.map(({ shares }) => Buffer.from(shares[1]!).toString('hex')).sort(),
    )
    const windows = new Set(opened.map((each) => each.toString('hex')))
    for (const { table, row } of rows)
      if (table === 'embedded_recoveries' || table === 'embedded_shares')
        for (const value of Object.values(row))
          for (let at = 0; Buffer.isBuffer(value) && at + 17 <= value.length; at++)
            windows.add(value.subarray(at, at + 17).toString('hex'))
    const goals = new Set(wallets.map(({ entropy }) => Buffer.from(entropy).toString('hex')))
    const join = async (one: Uint8Array, other: Uint8Array) =>
      Buffer.from(await combine([one, other]).catch(() => new Uint8Array())).toString('hex')
    // Proves that the search finds a planted second share.
    const planted = [...windows, Buffer.from(wallets[0]!.shares[2]!).toString('hex')]
    for (const [candidates, expected] of [
      [[...windows], 0],
      [planted, 1],
    ] as const) {
      let hits = 0
      for (const one of opened)
        for (const other of candidates)
          if (goals.has(await join(new Uint8Array(one), new Uint8Array(Buffer.from(other, 'hex'))))) hits++
      expect(hits).toBe(expected)
    }
  })

  it('detects every change to the audit log', async () => {
    const served = await fresh()
    const device = await served.newDevice()
    await device.signIn(ann)
    await device.call('endSession', {})
    const { db, keyring } = served
    expect(await findTampering(db, keyring)).toBeUndefined()
    for (const statement of [
      sql`update embedded_audit set event = 'x'`,
      sql`delete from embedded_audit`,
      sql`truncate embedded_audit`,
    ])
      await expect(statement.execute(db)).rejects.toThrow('only added to')
    // The database's owner can drop the trigger, but cannot make the hashes match.
    await sql`alter table embedded_audit disable trigger user`.execute(db)
    await sql`update embedded_audit set event = 'signed in' where seq = 2`.execute(db)
    expect(await findTampering(db, keyring)).toBe('2')
    await sql`delete from embedded_audit where seq = 1`.execute(db)
    expect(await findTampering(db, keyring)).toBe('2')
  })
})

it('answers 503 during a database outage, with a Retry-After', async () => {
  const away = openDatabase({ url: 'postgres://nobody@127.0.0.1:9/none', poolSize: 1, statementTimeoutMs: 1_000 })
  const served = testEmbedded(away)
  const device = await served.newDevice()
  const answer = await device.start(ann)
  expect(answer).toMatchObject({ status: 503, code: 'unavailable', message: 'The database is unavailable.' })
  expect(answer.headers.get('retry-after')).not.toBeNull()
  await away.close()
})

it('evicts the device unused for longest to enroll a new one, but none with a session', async () => {
  const served = await fresh()
  const walletId = randomUUID()
  const newShares = async (session: EmbeddedSession, generation: number) => {
    const [, auth, recovery] = await split(new Uint8Array(randomBytes(16)), 3, 2)
    return shareSet(session, walletId, { auth: auth!, recovery: recovery! }, { generation })
  }
  const first = await served.newDevice()
  const session = await first.signIn(ann)
  await first.createWallet({ walletId, shares: await newShares(session, 1) })
  // 49 later devices, one after the other, all signed out.
  await sql`insert into embedded_devices (id, user_id, thumbprint, seal_key, label, created_at, last_seen_at)
    select gen_random_uuid(), user_id, 'left-' || n, seal_key, label, created_at, last_seen_at + n * interval '1 minute'
    from embedded_devices, generate_series(1, 49) n`.execute(served.db)
  await sql`insert into embedded_shares (device_id, wallet_id, generation, auth_share, identity, made_at)
    select d.id, h.wallet_id, h.generation, h.auth_share, h.identity, h.made_at
    from embedded_shares h, embedded_devices d where d.thumbprint like 'left-%'`.execute(served.db)
  served.pass(7200)
  const next = await served.newDevice()
  const shares = await newShares(await next.signIn(ann), 2)
  const by = { action: 'enroll', deviceId: next.held.session!.deviceId, shares, replacesCode: false } as const
  // The remaining sets can't be read: they are copies of another device's.
  expect((await next.call('enrolDevice', { shares, change: await signChange(walletId, 1, by) })).status).toBe(200)
  const { rows } = await sql<{ thumbprint: string }>`select d.thumbprint from embedded_shares h
    join embedded_devices d on d.id = h.device_id`.execute(served.db)
  const left = Array.from({ length: 48 }, (_, n) => `left-${n + 2}`)
  const signedIn = [first, next].map(({ key }) => thumbprintOf(key.publicKey))
  expect(rows.map(({ thumbprint }) => thumbprint).sort()).toEqual([...left, ...signedIn].sort())
})
