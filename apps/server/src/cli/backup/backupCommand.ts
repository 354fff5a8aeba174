import { createWriteStream, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { readConfig } from '../../config.ts'
import { openDatabase, waitForDatabase, withPassword } from '../../db/openDatabase.ts'
import { loadSettings } from '../../process/loadSettings.ts'
import { StartupError } from '../../process/startupError.ts'
import type { Command } from '../command.ts'
import { readFlags } from '../readFlags.ts'
import { countRows, hashOf, type Manifest, manifestName } from './manifest.ts'
import { runPostgresTool } from './runPostgresTool.ts'
import { sealStream } from './sealStream.ts'
import { readSecretFiles } from './secretFiles.ts'
import { type TarFile, writeTar } from './tar.ts'

/** Part of a dump that is held in memory. */
const partBytes = 16_777_216

/** `billfold backup --to <file> [--key-file <file>]`: the database and the secrets, of one moment, in one archive. */
export const backupCommand: Command = async ({ args, env, print }) => {
  const { values: flags } = readFlags(args, { to: { type: 'string' }, 'key-file': { type: 'string' } })
  const to = flags.to
  if (!to) throw new StartupError('backup needs --to, the file to write.')
  if (existsSync(to)) throw new StartupError(`${to} exists: choose another name.`)
  const key = readKeyFile(flags['key-file'])
  const { values } = loadSettings('server', env)
  const { database: settings } = readConfig(values)
  const database = openDatabase(settings)
  const draft = `${to}.${process.pid}.part`
  try {
    await waitForDatabase(database, settings.url, print)
    const made = await database.patiently((db) =>
      db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute(async (tx) => {
          const { rows } = await sql<{ snapshot: string; migration: string }>`
            select pg_export_snapshot() as snapshot, (select max(name) from migrations) as migration`.execute(tx)
          const { snapshot, migration } = rows[0]!
          const start = {
            version: 1 as const,
            createdAt: new Date().toISOString(),
            migration,
            rows: await countRows(tx),
          }
          const list: Manifest = { ...start, files: [] }
          const dump = runPostgresTool(
            'pg_dump',
            ['--format=custom', `--snapshot=${snapshot}`],
            withPassword(settings),
            env,
          )
          dump.child.stdin.end()
          const files = archiveFiles(
            list,
            dump.child.stdout,
            () => dump.ended,
            () => readSecretFiles(values),
          )
          const bytes = writeTar(files)
          // Encrypted on its way: no readable copy is ever on the disk.
          await pipeline(key ? sealStream(key, bytes) : bytes, createWriteStream(draft, { mode: 0o600, flags: 'wx' }))
          return list
        }),
    )
    renameSync(draft, to)
    print(
      `${to}  ${statSync(to).size} bytes, ${key ? 'encrypted' : 'not encrypted: whoever reads it has the API’s secrets'}`,
    )
    print(`  database  as of ${made.createdAt}, ${made.migration}`)
    print(`  secrets   ${made.files.filter(({ name }) => !name.startsWith('database/')).length} file(s)`)
    return 0
  } finally {
    rmSync(draft, { force: true })
    await database.close()
  }
}

/** The archive's files in order: the dump in parts, the secrets as they are after it, and the list of both. */
async function* archiveFiles(
  list: Manifest,
  dump: AsyncIterable<Uint8Array>,
  dumpEnded: () => Promise<void>,
  secrets: () => { name: string; bytes: Buffer }[],
): AsyncGenerator<TarFile> {
  const file = (name: string, bytes: Buffer): TarFile => ({ name, size: bytes.length, body: bodyOf(bytes) })
  const listed = (name: string, bytes: Buffer): TarFile => {
    list.files.push({ name, size: bytes.length, sha256: hashOf(bytes) })
    return file(name, bytes)
  }
  let number = 0
  let pending: Uint8Array[] = []
  let size = 0
  const flush = () => {
    const part = listed(`database/${String(number++).padStart(6, '0')}`, Buffer.concat(pending))
    pending = []
    size = 0
    return part
  }
  for await (const chunk of dump) {
    pending.push(chunk)
    size += chunk.length
    if (size >= partBytes) yield flush()
  }
  await dumpEnded()
  if (size > 0) yield flush()
  for (const { name, bytes } of secrets()) yield listed(name, bytes)
  yield file(manifestName, Buffer.from(JSON.stringify(list)))
}

async function* bodyOf(bytes: Buffer): AsyncGenerator<Buffer> {
  if (bytes.length > 0) yield bytes
}

/** The operator's key for backups, 64 hexadecimal digits in a file that others cannot read. */
export function readKeyFile(path: string | undefined): Buffer | undefined {
  if (path === undefined) return undefined
  let text: string
  try {
    if ((statSync(path).mode & 0o077) !== 0)
      throw new StartupError(`--key-file ${path} can be read by others: chmod 400 it.`)
    text = readFileSync(path, 'utf8').trim()
  } catch (e) {
    throw e instanceof StartupError ? e : new StartupError(`--key-file: cannot read ${path}.`)
  }
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new StartupError(`--key-file must be a file with 64 hexadecimal digits: openssl rand -hex 32 makes one.`)
  return Buffer.from(text, 'hex')
}
