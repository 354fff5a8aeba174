import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { split } from 'shamir-secret-sharing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { oldestBinaries, startTestCluster, type TestCluster } from '../../../test/testDatabase.ts'
import { shareSet, testEmbedded } from '../../../test/testEmbedded.ts'
import { openDatabase } from '../../db/openDatabase.ts'
import { readSecrets } from '../../embedded/readSecrets.ts'
import { addProject } from '../../projects/projects.ts'
import { runBillfold } from '../runBillfold.ts'

/** The bundled PostgreSQL has no pg_dump: this runs where PostgreSQL 15 is installed. */
describe.skipIf(!oldestBinaries)('a backup', () => {
  let cluster: TestCluster
  let folder: string
  beforeAll(async () => {
    cluster = await startTestCluster({ bin: oldestBinaries })
    folder = mkdtempSync(join(tmpdir(), 'billfold-backup-'))
  })
  afterAll(async () => {
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const at = (name: string) => join(folder, name)
  const run = async (env: Record<string, string>, ...args: string[]) => {
    const lines: string[] = []
    const code = await runBillfold(args, { PATH: oldestBinaries!, ...env }, (line) => lines.push(line))
    return { code, lines }
  }

  /** A server's database and secrets, with a person's wallet, a name and an order. */
  async function livingServer() {
    const database = await cluster.create()
    const dir = mkdtempSync(at('server-'))
    const env: Record<string, string> = {
      DATABASE_URL: database.url,
      ...{ EMBEDDED_SECRETS: join(dir, 'embedded'), WALLET_ORIGIN: 'https://wallet.shop.example' },
      ...{ PUBLIC_URL: 'https://api.shop.example', SMTP_URL: 'smtps://mail.shop.example', MAIL_FROM: 'a@shop.example' },
    }
    const secrets = readSecrets(env.EMBEDDED_SECRETS!)
    const { db } = database
    await addProject(db, { id: 'shop', name: 'Shop', origins: ['https://shop.example'], features: {} })
    const served = testEmbedded(database, { secrets })
    const device = await served.newDevice()
    const session = await device.signIn('ann@mail.example')
    const [own, auth, recovery] = await split(new Uint8Array(randomBytes(16)), 3, 2)
    const shares = { device: own!, auth: auth!, recovery: recovery! }
    const walletId = randomUUID()
    await device.createWallet({ walletId, shares: shareSet(session, walletId, shares) })
    await sql`insert into names (parent, label, skeleton, owner, coin_types, attributes, registered_at, updated_at)
      values ('shop.eth', 'annabel', 'annabel', ${randomBytes(20)}, '{60}', '{}', now(), now())`.execute(db)
    await sql`insert into onramp_orders (id, project_id, provider, reference, status, asset, address, address_key, currency, method,
      pays, made_at, changed_at, looked_at) values (${randomUUID()}, 'shop', 'moonpay', 'r1', 'paid', '{}', '0x1', '0x1', 'EUR', 'card', '10',
      now(), now(), now())`.execute(db)
    return { database, env, walletId, auth: shares.auth }
  }

  it('brings wallets, names and orders back elsewhere, encrypted on its way', async () => {
    const { env, walletId, auth } = await livingServer()
    const [keyFile, file] = [at('key'), at('encrypted')]
    writeFileSync(keyFile, `${randomBytes(32).toString('hex')}\n`, { mode: 0o400 })
    const settings = at('settings.env')
    writeFileSync(settings, 'RATE_LIMIT=700\n', { mode: 0o600 })
    const made = await run({ ...env, BILLFOLD_SETTINGS: settings }, 'backup', '--to', file, '--key-file', keyFile)
    expect(made.lines[0]).toMatch(/bytes, encrypted$/)
    expect(made.lines[2]).toBe('  secrets   5 file(s)')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file).includes('ann@mail')).toBe(false)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])

    const elsewhere = { ...env, DATABASE_URL: await cluster.createEmpty(), EMBEDDED_SECRETS: at('elsewhere') }
    await expect(run(elsewhere, 'restore', file)).rejects.toThrow('is encrypted: name the key with --key-file.')
    const back = await run(elsewhere, 'restore', file, '--key-file', keyFile)
    expect(back.lines).toEqual(
      expect.arrayContaining(['embedded_wallets  1', 'names  1', 'onramp_orders  1', 'projects  1']),
    )
    const restored = openDatabase({ url: elsewhere.DATABASE_URL, poolSize: 2, statementTimeoutMs: 10_000 })
    const served = testEmbedded(restored, { secrets: readSecrets(elsewhere.EMBEDDED_SECRETS, { isPublic: true }) })
    served.pass(60)
    const device = await served.newDevice()
    expect(await device.signIn('ann@mail.example')).toMatchObject({ wallet: { walletId } })
    const { sets } = (await device.call('readRecoveries', {})).body
    expect(await device.openShare(walletId, sets[0]!.authShare)).toEqual(auth)
    await restored.close()

    await expect(run(elsewhere, 'restore', file, '--key-file', keyFile)).rejects.toThrow('The database is not empty')
    await run(elsewhere, 'restore', file, '--key-file', keyFile, '--settings-to', at('old.env'))
    expect(readFileSync(at('old.env'), 'utf8')).toBe('RATE_LIMIT=700\n')
  })

  it('that is damaged, or whose secrets meet different ones, leaves the database empty', async () => {
    const { env } = await livingServer()
    const file = at('plain')
    expect((await run(env, 'backup', '--to', file)).lines[0]).toContain('not encrypted')
    await expect(run(env, 'backup', '--to', file)).rejects.toThrow('exists: choose another name.')
    const elsewhere = { ...env, DATABASE_URL: await cluster.createEmpty(), EMBEDDED_SECRETS: at('other') }
    const bytes = readFileSync(file)
    const damaged = Buffer.from(bytes)
    const seal = damaged.lastIndexOf('secrets/EMBEDDED_SECRETS/pepper') + 512
    damaged[seal] = damaged[seal] === 0x30 ? 0x31 : 0x30
    writeFileSync(at('damaged'), damaged)
    writeFileSync(at('short'), bytes.subarray(0, bytes.length - 4_096))
    await expect(run(elsewhere, 'restore', at('damaged'))).rejects.toThrow('its files differ from its list')
    await expect(run(elsewhere, 'restore', at('short'))).rejects.toThrow(/ends/)
    mkdirSync(at('other'))
    writeFileSync(join(at('other'), 'pepper'), 'another\n')
    await expect(run(elsewhere, 'restore', file)).rejects.toThrow('exists and differs from the backup’s')
    // The database stayed empty, so the next attempt works.
    rmSync(at('other'), { recursive: true })
    expect((await run(elsewhere, 'restore', file)).code).toBe(0)
  })

  it('names the missing program of PostgreSQL', async () => {
    const { url } = await cluster.create()
    const made = runBillfold(['backup', '--to', at('none')], { DATABASE_URL: url, PATH: folder }, () => {})
    await expect(made).rejects.toThrow('pg_dump is not on the PATH: install PostgreSQL’s client programs')
  })
})
