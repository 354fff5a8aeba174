import { randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { keyPairFrom, type Opener, openerOf } from '@billfold/protocol/embedded/hpke'

/**
 * The guardian's key, from a file that only it can read. The first start makes it; lost, every wallet whose person has no passkey and no
 * recovery code can no longer be brought to a new device, so it is backed up apart from the database.
 */
export function readKey(path: string): Opener {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const made = openSync(path, 'wx', 0o400)
    writeSync(made, `${randomBytes(32).toString('hex')}\n`)
    closeSync(made)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new Error(`GUARDIAN_KEY_FILE ${path} cannot be written.`)
  }
  if ((statSync(path).mode & 0o077) !== 0)
    throw new Error(`GUARDIAN_KEY_FILE ${path} can be read by others: chmod 400 it.`)
  const text = readFileSync(path, 'utf8').trim()
  if (!/^[0-9a-f]{64}$/.test(text)) throw new Error(`GUARDIAN_KEY_FILE ${path} should hold 64 hexadecimal digits.`)
  return openerOf(keyPairFrom(Buffer.from(text, 'hex')).secretKey)
}
