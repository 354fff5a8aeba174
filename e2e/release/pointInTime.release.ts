import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrate } from '@billfold/server/db/migrate'
import { openDatabase } from '@billfold/server/db/openDatabase'
import { as, findRunAs } from '@billfold/server/db/runAs'
import { oldestBinaries } from '@billfold/server/test/testDatabase'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../tools/start/freePort.ts'
import { waitFor } from './waitFor.ts'

// Point-in-time recovery as docs/operators.md describes it, with the page's own settings and commands: only `/backups` is elsewhere.

const page = await readFile(resolve(import.meta.dirname, '../../docs/operators.md'), 'utf8')
const [, section = ''] = /\n\*\*To any moment\.\*\*([\s\S]*?)\n## /.exec(page) ?? []
const [archive = '', recovery = ''] = [...section.matchAll(/```\n([\s\S]*?)```/g)].map(([, text]) => text)
const [, copyCommand = ''] = /`(pg_basebackup [^`]+)`/.exec(section) ?? []

describe.skipIf(!oldestBinaries)('PostgreSQL, from a copy and its archived log', () => {
  const user = findRunAs()
  let folder = ''
  let port = 0
  let stop = async () => {}
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'billfold-moment-'))
    chmodSync(folder, 0o755)
    for (const name of ['backups', 'backups/log', 'data']) {
      mkdirSync(join(folder, name))
      if (user) chownSync(join(folder, name), user.uid, user.gid)
    }
    port = await freePort()
    run('initdb', '-D', join(folder, 'data'), '--username=postgres', '--auth=trust', '--no-sync')
    appendFileSync(join(folder, 'data/postgresql.conf'), here(archive))
    await start()
  })
  afterAll(async () => {
    await stop()
    rmSync(folder, { recursive: true, force: true })
  })

  const here = (text: string) => text.replaceAll('/backups', join(folder, 'backups'))
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(oldestBinaries!, program), args, {
      ...as(user),
      env: { ...process.env, PGHOST: '127.0.0.1', PGPORT: String(port), PGUSER: 'postgres' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
  async function start() {
    const settings = ['-c', 'unix_socket_directories=', '-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off']
    const flags = ['-D', join(folder, 'data'), '-p', String(port), ...settings]
    const child = spawn(join(oldestBinaries!, 'postgres'), flags, { ...as(user), stdio: ['ignore', 'ignore', 'pipe'] })
    let log = ''
    child.stderr.on('data', (chunk) => (log += chunk))
    const ended = new Promise<void>((done) => child.once('exit', () => done()))
    stop = async () => {
      child.kill('SIGINT')
      await ended
    }
    const isReady = () => {
      try {
        run('pg_isready')
        return true
      } catch {
        return log
      }
    }
    await waitFor(true, isReady)
  }
  const open = () =>
    openDatabase({
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      poolSize: 2,
      statementTimeoutMs: 60_000,
    })
  const addName = ({ pool }: ReturnType<typeof open>, label: string) =>
    pool.query(
      `insert into names (parent, label, skeleton, owner, coin_types, attributes, registered_at, updated_at)
        values ('shop.eth', $1, $1, $2, '{60}', '{}', now(), now())`,
      [label, randomBytes(20)],
    )

  it('has everything up to the moment before an accident, and nothing after it', async () => {
    const before = open()
    await migrate(before)
    await addName(before, 'annabel')
    const [program = '', ...args] = here(copyCommand).split(' ')
    run(program, ...args)
    await addName(before, 'bobbie')
    const { rows } = await before.pool.query<{ moment: string }>('select clock_timestamp()::text as moment')
    await sleep(50)
    await before.pool.query('delete from names')
    await addName(before, 'evelyn')
    await before.pool.query('select pg_switch_wal()')
    const isTrue = async ({ pool }: typeof before, condition: string) =>
      (await pool.query<{ is: boolean }>(`select ${condition} as is`)).rows[0]?.is
    const last = '(select last_archived_wal from pg_stat_archiver)'
    await expect.poll(() => isTrue(before, `${last} >= pg_walfile_name(pg_current_wal_lsn() - 1)`)).toBe(true)
    await before.close()
    await stop()

    rmSync(join(folder, 'data'), { recursive: true })
    renameSync(join(folder, 'backups/base'), join(folder, 'data'))
    const [, example = ''] = /recovery_target_time = '([^']+)'/.exec(recovery) ?? []
    appendFileSync(join(folder, 'data/postgresql.conf'), here(recovery).replace(example, rows[0]!.moment))
    writeFileSync(join(folder, 'data/recovery.signal'), '')
    await start()
    const after = open()
    await expect.poll(() => isTrue(after, 'not pg_is_in_recovery()')).toBe(true)
    const labels = async () =>
      (await after.pool.query<{ label: string }>('select label from names order by label')).rows.map(
        ({ label }) => label,
      )
    expect(await labels()).toEqual(['annabel', 'bobbie'])
    await addName(after, 'cathryn')
    expect(await labels()).toEqual(['annabel', 'bobbie', 'cathryn'])
    await after.close()
  })
})
