import type { Hex } from 'viem'
import { readKey } from '../process/readKey.ts'
import { StartupError } from '../process/startupError.ts'

/** The operator's keys: one sends operations, the other signs sponsorships. */
export type SmartAccountKeys = { relayer?: Hex | undefined; sponsor?: Hex | undefined }

/**
 * Reads the keys from their files (`RELAYER_KEY_FILE`, `SPONSOR_KEY_FILE`); an error is one sentence without the key.
 */
export function readSmartAccountKeys(env: NodeJS.ProcessEnv): SmartAccountKeys {
  const relayer = readKey('RELAYER_KEY_FILE', env.RELAYER_KEY_FILE)
  const sponsor = readKey('SPONSOR_KEY_FILE', env.SPONSOR_KEY_FILE)
  if (sponsor && !relayer)
    throw new StartupError(
      'SPONSOR_KEY_FILE must be set together with RELAYER_KEY_FILE: without a relayer nothing is sent.',
    )
  if (sponsor && sponsor === relayer)
    throw new StartupError('SPONSOR_KEY_FILE and RELAYER_KEY_FILE must hold different keys.')
  return { relayer, sponsor }
}
