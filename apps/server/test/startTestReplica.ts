import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, cpSync, lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { findBinaries } from '../src/db/binaries.ts'
import { placeData } from '../src/db/dataDirectory.ts'
import { startDatabase } from '../src/db/embedded.ts'
import { privateDirectory } from '../src/db/privateDirectory.ts'
import { as, findRunAs } from '../src/db/runAs.ts'

/** A PostgreSQL with a streaming replica, both real: a backup by PostgreSQL's own functions, and its write-ahead log from then on. */
export async function startTestReplica() {
  const dir = mkdtempSync(join(tmpdir(), `billfold-test-${process.pid}-`))
  chmodSync(dir, 0o755)
  const say = () => {}
  const primary = await startDatabase({ dir: join(dir, 'primary'), port: 0 })
  const admin = new pg.Client({ connectionString: primary.url })
  await admin.connect()
  const user = findRunAs()
  const [from, to] = [placeData(join(dir, 'primary'), user, say), join(dir, 'replica')]
  await admin.query("select pg_backup_start('test', true)")
  cpSync(from, to, { recursive: true, filter: (path) => !/postmaster\.(pid|opts)$|\/pg_wal\/./.test(path) })
  const { rows } = await admin.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  writeFileSync(join(to, 'backup_label'), rows[0]!.labelfile)
  writeFileSync(join(to, 'standby.signal'), '')
  if (user) changeOwner(to, user)
  chmodSync(to, 0o700)
  const port = await freePort()
  const binaries = findBinaries({ user, copyTo: () => privateDirectory(join(dir, 'primary')), say })
  const settings = {
    primary_conninfo: primary.url,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    hot_standby_feedback: 'on',
  }
  const child = spawn(
    binaries.postgres,
    ['-D', to, '-p', String(port), ...Object.entries(settings).flatMap(([k, v]) => ['-c', `${k}=${v}`])],
    { ...as(user), stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const ended = once(child, 'close')
  let output = ''
  await new Promise<void>((done, fail) => {
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.includes('ready to accept read-only connections')) done()
    })
    child.once('close', () => fail(new Error(output)))
  })
  const url = new URL(primary.url)
  url.port = String(port)
  return {
    primary: primary.url,
    replica: url.href,
    async stop() {
      child.kill('SIGQUIT')
      await ended
      await admin.end()
      await primary.stop()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}

function changeOwner(path: string, user: { uid: number; gid: number }) {
  chownSync(path, user.uid, user.gid)
  if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) changeOwner(join(path, name), user)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
