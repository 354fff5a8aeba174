import { readFileSync, statSync } from 'node:fs'
import { KitError } from '@billfold/protocol/error'
import { resolveSettings, type UnknownSetting } from '@billfold/protocol/settings/resolveSettings'
import type { Program } from '@billfold/protocol/settings/setting'
import type { Log } from '../log/createLog.ts'
import { StartupError } from './startupError.ts'

export const settingFiles = {
  readText: (path: string) => readFileSync(path, 'utf8'),
  modeOf: (path: string) => statSync(path).mode,
}

/** A program's settings, from its environment and from the file that `BILLFOLD_SETTINGS` names. */
export function loadSettings(program: Program, env: NodeJS.ProcessEnv) {
  try {
    return resolveSettings(program, env, settingFiles)
  } catch (e) {
    throw new StartupError(KitError.from(e).message)
  }
}

/** Warns about names that no program knows: most are typing errors. */
export function warnOfUnknown(log: Log, unknown: readonly UnknownSetting[]): void {
  for (const { name, nearest } of unknown) log.warn({ setting: name, ...(nearest && { nearest }) }, 'unknown setting')
}
