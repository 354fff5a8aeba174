import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openDatabase } from '@billfold/server/db/openDatabase'
import { as, findRunAs } from '@billfold/server/db/runAs'
import type { Machine } from './createNetwork.ts'

type Options = {
  /** PostgreSQL's programs. */
  bin: string
  machine: Machine
  /** Lines of `pg_hba.conf`, besides the administrator's from `adminAddress`. */
  access: readonly string[]
  adminAddress: string
  /** More settings. */
  settings?: Record<string, string>
}

/** Runs a PostgreSQL on a machine, which accepts the connections that its access list names. */
export async function startPostgres({ bin, machine, access, adminAddress, settings = {} }: Options) {
  const user = findRunAs()
  const folder = mkdtempSync(join(tmpdir(), 'billfold-postgres-'))
  chmodSync(folder, 0o755) // its own user enters
  const data = join(folder, 'data')
  mkdirSync(data)
  if (user) chownSync(data, user.uid, user.gid)
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '--username=postgres', '--auth=reject', '--encoding=UTF8', '--no-locale', '--no-sync'],
    {
      ...as(user),
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const lines = [`host all postgres ${adminAddress}/32 trust`, ...access]
  writeFileSync(join(data, 'pg_hba.conf'), `${lines.join('\n')}\n`)
  const all = { listen_addresses: machine.address, unix_socket_directories: '', fsync: 'off', ...settings }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command = '', ...args] = [
    ...machine.enter,
    ...(user ? ['setpriv', `--reuid=${user.uid}`, `--regid=${user.gid}`, '--clear-groups'] : []),
    join(bin, 'postgres'),
    ...['-D', data, ...flags],
  ]
  const child = spawn(command, args, { cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  let log = ''
  child.stderr.on('data', (chunk) => (log += chunk))
  const urlOf = (role: string, database: string) => `postgres://${role}@${machine.address}:5432/${database}`
  const query = async (sql: string) => {
    const database = openDatabase({ url: urlOf('postgres', 'postgres'), poolSize: 1, statementTimeoutMs: 60_000 })
    try {
      return await database.pool.query(sql)
    } finally {
      await database.close()
    }
  }
  for (const deadline = Date.now() + 60_000; ; await sleep(100)) {
    const isUp = await query('select 1').catch(() => undefined)
    if (isUp) break
    if (Date.now() > deadline || child.exitCode !== null) throw new Error(`PostgreSQL did not start:\n${log}`)
  }
  return {
    data,
    log: () => log,
    /** As the administrator, from outside of the machines. */
    query,
    async stop() {
      child.kill('SIGINT')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
