import { readFileSync } from 'node:fs'
import type { Hex } from 'viem'
import { StartupError } from '../process/startupError.ts'

/** The operator's keys: who sends operations, and who agrees to pay for them. */
export type SmartAccountKeys = { relayer?: Hex | undefined; sponsor?: Hex | undefined }

/** Reads the keys from their files (`RELAYER_KEY_FILE`, `SPONSOR_KEY_FILE`); what is wrong is one sentence without the key. */
export function readSmartAccountKeys(env: NodeJS.ProcessEnv): SmartAccountKeys {
  const relayer = readKey('RELAYER_KEY_FILE', env.RELAYER_KEY_FILE)
  const sponsor = readKey('SPONSOR_KEY_FILE', env.SPONSOR_KEY_FILE)
  if (sponsor && !relayer)
    throw new StartupError(
      'SPONSOR_KEY_FILE should be set together with RELAYER_KEY_FILE: without a relayer nothing is sent.',
    )
  if (sponsor && sponsor === relayer)
    throw new StartupError('SPONSOR_KEY_FILE should hold another key than RELAYER_KEY_FILE.')
  return { relayer, sponsor }
}

function readKey(name: string, path: string | undefined): Hex | undefined {
  if (!path) return undefined
  let text: string
  try {
    text = readFileSync(path, 'utf8').trim()
  } catch {
    throw new StartupError(`${name} should be a file that can be read, and ${path} cannot.`)
  }
  if (!/^0x[0-9a-fA-F]{64}$/.test(text) || BigInt(text) === 0n)
    throw new StartupError(`${name} should be a file with a private key, 0x and 64 hex digits; ${path} holds none.`)
  return text as Hex
}
