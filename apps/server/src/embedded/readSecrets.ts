import { randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartupError } from '../process/startupError.ts'

/**
 * The server's secrets for embedded wallets: if lost, wallets lose their auth shares; if leaked, see docs/embedded.md.
 */
export type Secrets = {
  /** Keys that seal stored data, newest first: the first seals, all of them open. */
  sealKeys: Buffer[]
  /** Keys the hashes of addresses, codes and clients, so that they mean nothing elsewhere. */
  pepper: Buffer
  /** The keys that sign access tokens, newest first, as 32 bytes each. */
  tokenKeys: Buffer[]
  /** The keys that sign tickets for the guardian, likewise. */
  ticketKeys: Buffer[]
}

const variable = 'EMBEDDED_SECRETS'

/**
 * Reads the secrets from their directory, one file each with a key per line, newest first. Creates missing ones at the
 * first start, private to this user; rejects files that others can read.
 */
export function readSecrets(directory: string, { isPublic = false } = {}): Secrets {
  if (!isPublic) makeSecretsDirectory(directory, variable)
  const read = (name: string) => readKeys(join(directory, name), variable, { isPublic })
  const [pepper, ...others] = read('pepper')
  if (others.length > 0) throw new StartupError(`${variable} ${join(directory, 'pepper')} must hold one key only.`)
  return {
    sealKeys: read('seal-keys'),
    pepper: pepper!,
    tokenKeys: read('token-keys'),
    ticketKeys: read('ticket-keys'),
  }
}

/** Creates the directory that a setting names, private to this user. */
export function makeSecretsDirectory(directory: string, variable: string): void {
  try {
    mkdirSync(directory, { mode: 0o700, recursive: true })
  } catch {
    throw new StartupError(`${variable} ${directory} cannot be created: use a directory that this user can write to.`)
  }
}

/** The keys in a file, newest first; creates one if the file is missing. */
export function readKeys(path: string, variable: string, { isPublic = false } = {}): Buffer[] {
  // On a public host, a lost volume would silently become new keys.
  if (isPublic && !existsSync(path))
    throw new StartupError(`${variable} ${path} is missing: create it with openssl rand -hex 32, or restore it.`)
  try {
    if (!isPublic) makeKey(path)
  } catch (e) {
    if ((e as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new StartupError(`${variable} ${path} is missing and cannot be written.`)
  }
  const stat = statSync(path)
  if (!stat.isFile()) throw new StartupError(`${variable} ${path} must be a plain file.`)
  if ((stat.mode & 0o077) !== 0) throw new StartupError(`${variable} ${path} can be read by others: chmod 400 it.`)
  const lines = readText(path, variable)
    .trim()
    .split(/\s*\n\s*/)
  if (!lines.every((line) => /^[0-9a-f]{64}$/.test(line)))
    throw new StartupError(`${variable} ${path} must hold 64 hexadecimal digits per line.`)
  return lines.map((line) => Buffer.from(line, 'hex'))
}

/** Creates a key atomically: of two servers that start at once, both read the first one. */
function makeKey(path: string): void {
  const draft = `${path}.${randomBytes(8).toString('hex')}`
  try {
    writeFileSync(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o400, flag: 'wx' })
    linkSync(draft, path)
  } finally {
    rmSync(draft, { force: true })
  }
}

function readText(path: string, variable: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new StartupError(`${variable} ${path} cannot be read by this user.`)
  }
}
