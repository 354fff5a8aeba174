import { hkdfSync, randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { keyPairFrom, type Opener, openerOf } from '@billfold/protocol/embedded/hpke'

/** Newest first: shares are encrypted to the first key, and all of them decrypt. */
export type GuardianKeys = { openers: Opener[]; memoryKeys: Buffer[] }

/**
 * The guardian's keys, one per line, from a file that only it can read. The first start makes one, except on a public host: there a lost
 * volume would silently become a new key. Lost, every wallet without a passkey and a recovery code can no longer reach a new device.
 */
export function readKeys(path: string, { isPublic = false } = {}): GuardianKeys {
  if (!isPublic) makeKey(path)
  let text: string
  try {
    if ((statSync(path).mode & 0o077) !== 0) throw new Error('can be read by others: chmod 400 it.')
    text = readFileSync(path, 'utf8').trim()
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (isMissing) throw new Error(`GUARDIAN_KEY_FILE ${path} is missing: create it with openssl rand -hex 32.`)
    throw new Error(`GUARDIAN_KEY_FILE ${path} ${(error as Error).message}`)
  }
  const lines = text.split('\n').map((line) => line.trim())
  if (!lines.every((line) => /^[0-9a-f]{64}$/.test(line)))
    throw new Error(`GUARDIAN_KEY_FILE ${path} must hold 64 hexadecimal digits per line.`)
  const seeds = lines.map((line) => Buffer.from(line, 'hex'))
  return {
    openers: seeds.map((seed) => openerOf(keyPairFrom(seed).secretKey)),
    memoryKeys: seeds.map((seed) => Buffer.from(hkdfSync('sha256', seed, '', 'guardian-memory-v2', 32))),
  }
}

function makeKey(path: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const file = openSync(path, 'wx', 0o400)
    writeSync(file, `${randomBytes(32).toString('hex')}\n`)
    closeSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new Error(`GUARDIAN_KEY_FILE ${path} cannot be written.`)
  }
}
