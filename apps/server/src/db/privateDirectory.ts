import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync } from 'node:fs'
import { StartupError } from '../startupError.ts'

/** A place under /var/tmp that belongs to one data directory, for when the database's user cannot reach the checkout. */
export function privateDirectory(dataDir: string, root = '/var/tmp'): string {
  const uid = process.getuid?.() ?? 0
  const path = `${root}/billfold-${uid}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}`
  try {
    mkdirSync(path)
    chmodSync(path, 0o755)
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code !== 'EEXIST') throw e
  }
  // Anyone may create names in /var/tmp: run nothing from a directory that somebody else could have prepared.
  const stat = lstatSync(path)
  if (!stat.isDirectory() || stat.uid !== uid || (stat.mode & 0o022) !== 0)
    throw new StartupError(`${path} is not ours alone: remove it, or set DATABASE_URL.`)
  return path
}
