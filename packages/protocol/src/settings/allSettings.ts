import { everyProgram } from './commonSettings.ts'
import { frameSettings } from './frameSettings.ts'
import { guardianSettings } from './guardianSettings.ts'
import { relaySettings } from './relaySettings.ts'
import { apiSettings, chainSettings, commandSettings, identitySettings, pictureSettings } from './serverSettings.ts'
import { type Program, programs, type Setting, type Settings } from './setting.ts'
import { socialSettingsOf } from './socialSettings.ts'
import { hostedSettings, onrampSettings, quoteSettings, sourceLimitSettings } from './sourceSettings.ts'
import { telemetrySettings } from './telemetrySettings.ts'

/** The settings of each program, in the groups of the reference. */
export const settingGroups: readonly { title: string; program: Program; settings: Settings }[] = [
  { title: 'The API', program: 'server', settings: apiSettings },
  { title: 'The billfold command', program: 'server', settings: commandSettings },
  { title: 'Chains, the index and swaps', program: 'server', settings: chainSettings },
  { title: 'Embedded wallets, sign-in and names', program: 'server', settings: identitySettings },
  { title: 'Social logins', program: 'server', settings: socialSettingsOf('SOCIAL_') },
  { title: 'Images', program: 'server', settings: pictureSettings },
  {
    title: 'Hosted sources',
    program: 'server',
    settings: { ...hostedSettings, ...quoteSettings, ...sourceLimitSettings },
  },
  { title: 'Buying', program: 'server', settings: onrampSettings },
  { title: 'Telemetry of the API', program: 'server', settings: telemetrySettings },
  { title: 'The relay', program: 'relay', settings: relaySettings },
  { title: 'Telemetry of the relay', program: 'relay', settings: telemetrySettings },
  { title: 'The frame', program: 'frame', settings: frameSettings },
  {
    title: 'The guardian',
    program: 'guardian',
    settings: { ...guardianSettings, ...socialSettingsOf('GUARDIAN_SOCIAL_') },
  },
]

/** All settings of a program. */
export const settingsOf = (program: Program): Settings => byProgram[program]

const byProgram = Object.fromEntries(
  programs.map((program) => {
    const groups = settingGroups.filter((group) => group.program === program)
    return [program, Object.assign({}, ...groups.map(({ settings }) => settings)) as Settings]
  }),
) as Record<Program, Settings>

/** Settings of several programs, which one of them may have differently: `PORT_RELAY`. */
export const isShared = (name: string): boolean => Object.hasOwn(everyProgram, name) || countPrograms(name) > 1

const countPrograms = (name: string): number =>
  programs.filter((program) => Object.hasOwn(settingsOf(program), name)).length

/** Names without a row: what the bundled PostgreSQL and Node read, and where this file is. */
const otherNames = new Set(['BILLFOLD_SETTINGS', 'NODE_ENV', 'DATABASE_DIR', 'DATABASE_PORT'])

/** A node of a chain, `RPC_URL_EIP155_1`; its addresses may hold keys. */
export const isNodeSetting = (name: string): boolean => /^RPC_URL_[A-Z0-9]+_.+$/.test(name)

/** Every name that may be set, for one program or for all, with `_FILE` for secrets. */
export const settingNames: ReadonlySet<string> = new Set([
  ...otherNames,
  ...programs.flatMap((program) => Object.entries(settingsOf(program)).flatMap((row) => spellings(program, ...row))),
])

function spellings(program: Program, name: string, { isSecret }: Setting): string[] {
  const names = isShared(name) ? [name, `${name}_${program.toUpperCase()}`] : [name]
  return isSecret ? names.flatMap((each) => [each, `${each}_FILE`]) : names
}
