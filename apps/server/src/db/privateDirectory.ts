import { createHash } from 'node:crypto'
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { StartupError } from '../process/startupError.ts'
import { stopOrphan } from './postmaster.ts'

/** A place under /var/tmp that belongs to one data directory, for when the database's user cannot reach the checkout. */
export function privateDirectory(dataDir: string, root = '/var/tmp'): string {
  const path = join(root, `${prefix()}${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`)
  try {
    mkdirSync(path)
    chmodSync(path, 0o755)
    writeFileSync(join(path, 'for'), `${dataDir}\n`)
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code !== 'EEXIST') throw e
  }
  if (!isOurs(path))
    throw new StartupError(`${path} belongs to another user or is open to others: remove it, or set DATABASE_URL.`)
  return path
}

/** Removes private directories of checkouts that stood in the temporary directory and are gone: what tests leave. */
export async function sweepPrivateDirectories(root = '/var/tmp'): Promise<void> {
  for (const name of readdirSync(root)) {
    const path = join(root, name)
    if (!name.startsWith(prefix()) || !isOurs(path) || !existsSync(join(path, 'for'))) continue
    const dataDir = readFileSync(join(path, 'for'), 'utf8').trim()
    // Anywhere else, a missing directory may be a disk that is not mounted now, and the data must stay.
    if (!dataDir.startsWith(`${tmpdir()}/`) || existsSync(dirname(dataDir))) continue
    await stopOrphan(join(path, 'data'), () => {}).then(
      () => rmSync(path, { recursive: true, force: true }),
      () => {}, // someone still looks after it
    )
  }
}

function prefix(): string {
  return `billfold-${process.getuid?.() ?? 0}-`
}

/** Anyone may create names in /var/tmp: run nothing from a directory that someone else could have prepared. */
function isOurs(path: string): boolean {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  return !!stat?.isDirectory() && stat.uid === (process.getuid?.() ?? 0) && (stat.mode & 0o022) === 0
}
