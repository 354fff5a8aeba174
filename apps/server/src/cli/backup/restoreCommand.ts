import { once } from 'node:events'
import { closeSync, createReadStream, existsSync, openSync, readSync, writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { readConfig } from '../../config.ts'
import { type OpenDatabase, openDatabase, waitForDatabase, withPassword } from '../../db/openDatabase.ts'
import { loadSettings } from '../../process/loadSettings.ts'
import { StartupError } from '../../process/startupError.ts'
import type { Command } from '../command.ts'
import { readFlags } from '../readFlags.ts'
import { readKeyFile } from './backupCommand.ts'
import { countRows, dumpName, hashOf, type Manifest, manifestName, verifyManifest } from './manifest.ts'
import { type PostgresTool, runPostgresTool } from './runPostgresTool.ts'
import { isSealed, openStream } from './sealStream.ts'
import { planSecretFiles, type SecretFile, writeSecretFiles } from './secretFiles.ts'
import { readTar } from './tar.ts'

/** `billfold restore <file>`: into an empty database, and the secrets to where this machine's settings say. */
export const restoreCommand: Command = async ({ args, env, print }) => {
  const { values: flags, positionals } = readFlags(args, {
    'key-file': { type: 'string' },
    'settings-to': { type: 'string' },
  })
  const [path, ...rest] = positionals
  if (!path || rest.length > 0) throw new StartupError('restore needs the file of one backup.')
  const open = () => openArchive(path, readKeyFile(flags['key-file']))
  if (flags['settings-to']) return restoreSettings(open(), flags['settings-to'], print)
  const { values } = loadSettings('server', env)
  const { database: settings } = readConfig(values)
  const database = openDatabase(settings)
  try {
    await waitForDatabase(database, settings.url, print)
    await refuseData(database)
    const restore = runPostgresTool(
      'pg_restore',
      [
        '--no-owner',
        '--no-privileges',
        '--exit-on-error',
        '--single-transaction',
        `--dbname=${decodeURIComponent(new URL(settings.url).pathname.slice(1))}`,
        '--format=custom',
      ],
      withPassword(settings),
      env,
    )
    const { list, files } = await feed(restore, open()).catch(async (e: unknown) => {
      // Without its end of input it has committed nothing.
      restore.child.kill('SIGKILL')
      await restore.ended.catch(() => {})
      throw e
    })
    const plan = await planOrUndo(values, files)
    restore.child.stdin.end()
    await restore.ended
    writeSecretFiles(plan)
    await database.patiently(async (db) => {
      const rows = await countRows(db)
      const lost = Object.keys(list.rows).filter((name) => rows[name] !== list.rows[name])
      if (lost.length > 0) throw new StartupError(`The database differs from the backup in ${lost.join(', ')}.`)
      for (const [name, count] of Object.entries(rows)) if (count > 0) print(`${name}  ${count}`)
    })
    print(`Restored the database as of ${list.createdAt}, and ${plan.length} secret file(s).`)
    print('Next: billfold migrate, then billfold doctor.')
    return 0

    async function planOrUndo(...of: Parameters<typeof planSecretFiles>) {
      try {
        return planSecretFiles(...of)
      } catch (e) {
        restore.child.kill('SIGKILL')
        await restore.ended.catch(() => {})
        throw e
      }
    }
  } finally {
    await database.close()
  }
}

/** Passes the dump on to pg_restore, and keeps the rest until the whole archive is verified. */
async function feed(
  restore: PostgresTool,
  archive: AsyncIterable<Uint8Array>,
): Promise<{ list: Manifest; files: SecretFile[] }> {
  const listed: Manifest['files'] = []
  const files: SecretFile[] = []
  let list: Buffer | undefined
  for await (const { name, body } of readTar(archive)) {
    const bytes = await gather(body)
    if (name === manifestName) {
      list = bytes
      continue
    }
    listed.push({ name, size: bytes.length, sha256: hashOf(bytes) })
    if (!dumpName.test(name)) files.push({ name, bytes })
    else if (!restore.child.stdin.write(bytes)) await Promise.race([once(restore.child.stdin, 'drain'), restore.ended])
  }
  return { list: verifyManifest(list, listed), files }
}

/** Writes the backup's settings file, to be adapted to this machine before the rest is restored. */
async function restoreSettings(
  archive: AsyncIterable<Uint8Array>,
  to: string,
  print: (line: string) => void,
): Promise<number> {
  if (existsSync(to)) throw new StartupError(`${to} exists: choose another name.`)
  let settings: Buffer | undefined
  for await (const { name, body } of readTar(archive)) {
    const bytes = await gather(body)
    if (name === 'settings.env') settings = bytes
  }
  if (!settings)
    throw new StartupError('The backup has no settings file: its server had its settings from the environment.')
  writeFileSync(to, settings, { mode: 0o600, flag: 'wx' })
  print(
    `Wrote ${to}. Adapt DATABASE_URL and the paths to this machine, then run billfold restore again without --settings-to.`,
  )
  return 0
}

/** A backup is never mixed with other data. */
async function refuseData({ db }: OpenDatabase): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'S') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' limit 1`.execute(
    db,
  )
  if (rows[0])
    throw new StartupError(
      `The database is not empty (${rows[0].name}): create an empty one, and point DATABASE_URL there.`,
    )
}

function openArchive(path: string, key: Buffer | undefined): AsyncIterable<Uint8Array> {
  const start = Buffer.alloc(64)
  try {
    const file = openSync(path, 'r')
    readSync(file, start, 0, start.length, 0)
    closeSync(file)
  } catch {
    throw new StartupError(`Cannot read ${path}.`)
  }
  const bytes = createReadStream(path, { highWaterMark: 1_048_576 })
  if (!isSealed(start)) return bytes
  if (!key) throw new StartupError(`${path} is encrypted: name the key with --key-file.`)
  return openStream(key, bytes)
}

async function gather(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return Buffer.concat(all)
}
