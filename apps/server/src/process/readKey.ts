import { readFileSync } from 'node:fs'
import type { Hex } from 'viem'
import { StartupError } from './startupError.ts'

/** A private key from the file that a setting names; what is wrong is one sentence without the key. */
export function readKey(name: string, path: string | undefined): Hex | undefined {
  if (!path) return undefined
  let text: string
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch {
    throw new StartupError(`${name}: cannot read ${path}.`)
  }
  if (!/^0x[0-9a-fA-F]{64}$/.test(text) || BigInt(text) === 0n)
    throw new StartupError(`${name} must be a file with a private key, 0x and 64 hex digits; ${path} holds none.`)
  return text as Hex
}
