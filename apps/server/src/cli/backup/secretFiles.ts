import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { settingNames } from '@billfold/protocol/settings/allSettings'
import { StartupError } from '../../process/startupError.ts'

type Values = Readonly<Record<string, string>>
/** A file of a backup besides the database, in memory: they are small. */
export type SecretFile = { name: string; bytes: Buffer }

const directories = ['EMBEDDED_SECRETS', 'AUTH_SECRETS']
/** The database's address is another one elsewhere, and the guardian's key must never be beside the API's. */
const leftOut = /^(?:MIGRATION_)?DATABASE_|^GUARDIAN_/
const settingsName = 'settings.env'

/** Files of a backup besides the database: the secrets that settings name, and the settings file. */
export function readSecretFiles(values: Values): SecretFile[] {
  const inDirectories = directories.flatMap((setting) => {
    const directory = values[setting]
    if (!directory) return []
    return listFiles(setting, directory).map((file) => ({
      name: `secrets/${setting}/${file}`,
      bytes: readBytes(setting, join(directory, file)),
    }))
  })
  const single = fileSettings(values).map((setting) => ({
    name: `secrets/${setting}`,
    bytes: readBytes(setting, values[setting]!),
  }))
  const settings = values.BILLFOLD_SETTINGS
  return [
    ...inDirectories,
    ...single,
    ...(settings ? [{ name: settingsName, bytes: readBytes('BILLFOLD_SETTINGS', settings) }] : []),
  ]
}

const fileSettings = (values: Values): string[] =>
  Object.keys(values).filter((name) => settingNames.has(name) && name.endsWith('_FILE') && !leftOut.test(name))

/**
 * Plans where a backup's files go by the settings of this machine. Throws if a place is not set, or if a different file is there already; the
 * settings file is the operator's to place.
 */
export function planSecretFiles(values: Values, files: readonly SecretFile[]): { path: string; bytes: Buffer }[] {
  return files.flatMap(({ name, bytes }) => {
    const [, setting, file] = /^secrets\/([A-Z][A-Z0-9_]*)(?:\/([\w.-]+))?$/.exec(name) ?? []
    if (name === settingsName) return []
    if (!setting || file?.startsWith('.')) throw new StartupError(`The backup has an unexpected file, ${name}.`)
    const place = values[setting]
    if (!place) throw new StartupError(`The backup has ${name}: set ${setting} to where it belongs on this machine.`)
    const path = file ? join(place, file) : place
    const existing = readIfThere(path)
    if (existing && !existing.equals(bytes))
      throw new StartupError(`${path} exists and differs from the backup’s: move it away first.`)
    return existing ? [] : [{ path, bytes }]
  })
}

/** Writes files that are not there yet, readable by their owner alone. */
export function writeSecretFiles(plan: readonly { path: string; bytes: Buffer }[]): void {
  for (const { path, bytes } of plan) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, bytes, { mode: 0o400, flag: 'wx' })
  }
}

function listFiles(setting: string, directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .flatMap((each) => (each.isFile() ? [each.name] : []))
      .sort()
  } catch {
    throw new StartupError(`${setting}: cannot read ${directory}.`)
  }
}

function readBytes(setting: string, path: string): Buffer {
  const bytes = readIfThere(path)
  if (!bytes) throw new StartupError(`${setting}: cannot read ${path}.`)
  return bytes
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}
