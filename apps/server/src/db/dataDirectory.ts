import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { StartupError } from '../process/startupError.ts'
import type { Binaries } from './binaries.ts'
import { privateDirectory } from './privateDirectory.ts'
import { as, canEnter, type RunAs } from './runAs.ts'

/** The name of the database, of its owner and of the superuser. */
export const owner = 'billfold'

/** Where the password of the database in a directory is kept: beside it, readable by its owner alone. */
export function passwordFile(dir: string): string {
  return `${dir}.password`
}

/**
 * Where the data really goes: `dir`, or a private directory when the database's user cannot walk to `dir`. A note left in
 * `dir` says which, so that deleting `dir` starts afresh as anyone would expect.
 */
export function placeData(dir: string, user: RunAs | undefined, say: (line: string) => void, root?: string): string {
  mkdirSync(dirname(dir), { recursive: true })
  if (!user || canEnter(dirname(dir), user)) return dir
  if (existsSync(join(dir, 'PG_VERSION')))
    throw new StartupError(
      `User ${user.name} cannot reach the database in ${dir}: give that user execute permission on the parent directories.`,
    )
  const data = join(privateDirectory(dir, root), 'data')
  const note = join(dir, 'location')
  if (!existsSync(note)) {
    mkdirSync(dir, { recursive: true })
    if (existsSync(data)) setAside(data, say)
    writeFileSync(note, `${data}\n`)
  }
  say(`database: keeping the data in ${data}, because ${user.name} cannot reach ${dir}`)
  return data
}

function setAside(data: string, say: (line: string) => void) {
  const previous = `${data}.previous`
  rmSync(previous, { recursive: true, force: true })
  renameSync(data, previous)
  say(`database: moved the data of an earlier checkout to ${previous}`)
}

/** Makes sure that a data directory exists and is one this PostgreSQL can use; returns the password. */
export function prepareData(
  data: string,
  secret: string,
  binaries: Binaries,
  user: RunAs | undefined,
  durable: boolean,
): string {
  const entries = existsSync(data) ? readdirSync(data) : []
  if (entries.length === 0) return initialise(data, secret, binaries, user, durable)
  const remedy = `Move ${data} away to begin with an empty database, or restore it from a backup.`
  if (!entries.includes('PG_VERSION'))
    throw new StartupError(`${data} is not empty and is not a PostgreSQL data directory. ${remedy}`)
  const major = Number.parseInt(readFileSync(join(data, 'PG_VERSION'), 'utf8'), 10)
  if (major !== binaries.major)
    throw new StartupError(
      `PostgreSQL ${major || 'of an unknown version'} created the database in ${data}, and this is ${binaries.major}. ${remedy}`,
    )
  for (const part of ['global/pg_control', 'base', 'pg_wal', 'postgresql.conf', 'pg_hba.conf'])
    if (!existsSync(join(data, part)))
      throw new StartupError(`The database in ${data} is damaged: ${part} is missing. ${remedy}`)
  if (!existsSync(secret)) throw new StartupError(`${secret}, the password of the database, is missing. ${remedy}`)
  return readFileSync(secret, 'utf8').trim()
}

function initialise(data: string, secret: string, binaries: Binaries, user: RunAs | undefined, durable: boolean) {
  const password = keepPassword(secret)
  // Made beside its place and renamed into it: a process killed half-way leaves nothing that looks like a database.
  const part = `${data}.${process.pid}.new`
  const pwfile = `${part}.pw`
  rmSync(part, { recursive: true, force: true })
  mkdirSync(part, { recursive: true, mode: 0o700 })
  writeFileSync(pwfile, password, { mode: 0o600 })
  if (user) for (const path of [part, pwfile]) chownSync(path, user.uid, user.gid)
  try {
    const args = ['-D', part, '-U', owner, '--encoding=UTF8', '--locale=C', '--auth=scram-sha-256', '--pwfile', pwfile]
    const run = spawnSync(binaries.initdb, durable ? args : [...args, '--no-sync'], {
      ...as(user),
      encoding: 'utf8',
      timeout: 60_000,
    })
    if (run.status !== 0)
      throw new StartupError(`Cannot create the database in ${data}: ${reason(run.stderr ?? '', run.error)}`)
    if (existsSync(data) && readdirSync(data).length === 0) rmSync(data, { recursive: true })
    renameSync(part, data)
  } catch (e) {
    rmSync(part, { recursive: true, force: true })
    // Two processes began at once and the other was first: its database has the same password and is as good.
    if (!existsSync(join(data, 'PG_VERSION'))) throw e
  } finally {
    rmSync(pwfile, { force: true })
  }
  return password
}

function keepPassword(secret: string): string {
  const password = randomBytes(24).toString('base64url')
  try {
    writeFileSync(secret, `${password}\n`, { mode: 0o600, flag: 'wx' })
    return password
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code !== 'EEXIST') throw e
  }
  chmodSync(secret, 0o600)
  return readFileSync(secret, 'utf8').trim()
}

/** The line of PostgreSQL's output that says what is wrong. */
export function reason(output: string, error?: Error): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const line =
    lines.find((l) => /\b(FATAL|PANIC|error):/i.test(l)) ?? lines.at(-1) ?? error?.message ?? 'no reason given'
  return line.replace(/^.*?\b(FATAL|PANIC|error):\s*/i, '')
}
