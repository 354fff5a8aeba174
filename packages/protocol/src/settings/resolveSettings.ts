import { KitError } from '../error.ts'
import { isNodeSetting, isShared, settingNames, settingsOf } from './allSettings.ts'
import { nearestName } from './nearestName.ts'
import { parseSettings } from './parseSettings.ts'
import { type Program, programs } from './setting.ts'

type Environment = Readonly<Record<string, string | undefined>>
/** Files, as the caller's platform reads them; both throw if there is none. */
export type SettingFiles = { readText(path: string): string; modeOf(path: string): number }
/** A name that no program knows, and the nearest that one does. */
export type UnknownSetting = { name: string; nearest: string | undefined }
export type ResolvedSettings = { values: Record<string, string>; unknown: UnknownSetting[] }

/**
 * A program's settings from the file that `BILLFOLD_SETTINGS` names and from the environment, which comes first. In both, `PORT_RELAY` is
 * the relay's `PORT`, and `SMTP_URL_FILE` is a file with the secret `SMTP_URL`. Errors never repeat a value.
 */
export function resolveSettings(program: Program, env: Environment, files: SettingFiles): ResolvedSettings {
  const path = env.BILLFOLD_SETTINGS
  const inFile = path ? readSettingsFile(path, files) : {}
  // `PORT= npm start` means "not set", as in a shell.
  const inEnvironment = Object.fromEntries(Object.entries(env).filter(([, value]) => value)) as Record<string, string>
  return {
    values: { ...readSource(program, inFile, files), ...readSource(program, inEnvironment, files) },
    unknown: [
      ...Object.keys(inFile).filter(isUnknown).map(withNearest),
      // The environment is full of others' names: only those near to ours are meant for us.
      ...Object.keys(inEnvironment)
        .filter((name) => name.length >= 8 && isUnknown(name))
        .map(withNearest)
        .filter(({ nearest }) => nearest !== undefined),
    ],
  }
}

const isUnknown = (name: string) => !settingNames.has(name) && !isNodeSetting(name)
const withNearest = (name: string): UnknownSetting => ({ name, nearest: nearestName(name, settingNames) })

/** Reads a settings file; one with secrets must not be readable by everyone. */
function readSettingsFile(path: string, { readText, modeOf }: SettingFiles): Record<string, string> {
  let text: string
  try {
    text = readText(path)
  } catch {
    throw new KitError('invalid_input', { message: `BILLFOLD_SETTINGS: cannot read ${path}.` })
  }
  let values: Record<string, string>
  try {
    values = Object.fromEntries([...parseSettings(text)].filter(([, value]) => value !== ''))
  } catch (e) {
    throw new KitError('invalid_input', { message: `${path}, ${KitError.from(e).message}` })
  }
  const open = Object.keys(values).find(holdsSecret)
  if (open && (modeOf(path) & 0o007) !== 0)
    throw new KitError('invalid_input', { message: `${path} holds ${open} and can be read by everyone: chmod 600 it.` })
  return values
}

const secrets: ReadonlySet<string> = new Set(
  programs.flatMap((program) =>
    Object.entries(settingsOf(program)).flatMap(([name, { isSecret }]) =>
      isSecret ? [name, `${name}_${program.toUpperCase()}`] : [],
    ),
  ),
)
const holdsSecret = (name: string) => secrets.has(name) || isNodeSetting(name)

/** One source's values under the plain names that the program reads. */
function readSource(program: Program, source: Record<string, string>, files: SettingFiles): Record<string, string> {
  const values = { ...source }
  for (const [name, { isSecret }] of Object.entries(settingsOf(program))) {
    const names = isShared(name) ? [`${name}_${program.toUpperCase()}`, name] : [name]
    for (const each of names) {
      const value = isSecret ? readSecret(each, source, files) : source[each]
      if (value === undefined) continue
      values[name] = value
      break
    }
  }
  for (const name of Object.keys(source).filter((each) => isNodeSetting(each) && each.endsWith('_FILE'))) {
    const plain = name.slice(0, -'_FILE'.length)
    values[plain] = readSecret(plain, source, files)!
    delete values[name]
  }
  return values
}

function readSecret(name: string, source: Record<string, string>, { readText }: SettingFiles): string | undefined {
  const path = source[`${name}_FILE`]
  if (path === undefined) return source[name]
  if (source[name] !== undefined)
    throw new KitError('invalid_input', { message: `Set ${name} or ${name}_FILE, not both.` })
  try {
    return readText(path).trim()
  } catch {
    throw new KitError('invalid_input', { message: `${name}_FILE: cannot read ${path}.` })
  }
}
