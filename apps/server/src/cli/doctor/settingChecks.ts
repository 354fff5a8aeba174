import { settingsOf } from '@billfold/protocol/settings/allSettings'
import type { ResolvedSettings } from '@billfold/protocol/settings/resolveSettings'
import { type Program, schemaOf } from '@billfold/protocol/settings/setting'
import * as z from 'zod/mini'
import { readAuthSecrets } from '../../auth/readAuthSecrets.ts'
import { readConfig } from '../../config.ts'
import { readSecrets } from '../../embedded/readSecrets.ts'
import { StartupError } from '../../process/startupError.ts'
import { readRelayConfig } from '../../relay/relayConfig.ts'
import type { Check } from './check.ts'

/** The setting that shows that a program is set up here. */
const signs: Record<Program, string> = {
  server: 'DATABASE_URL',
  relay: 'RELAY_URL',
  frame: 'API_URL',
  guardian: 'GUARDIAN_KEY_FILE',
}

/** The programs that these settings are for. */
export const programsOf = (values: Readonly<Record<string, string>>): Program[] =>
  (Object.keys(signs) as Program[]).filter((program) => values[signs[program]] !== undefined)

/** Every setting of a program, and those that only fit together. */
export const settingChecks = (program: Program, { values, unknown }: ResolvedSettings): Check[] => [
  {
    name: `settings of the ${program}`,
    run: async () => {
      const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''))
      const { success, error } = z.safeParse(schemaOf(settingsOf(program)), given)
      if (!success)
        throw new StartupError(
          error.issues.map(({ path, message }) => `${path.join('.')} must be ${message}.`).join(' '),
        )
      if (program === 'server') readConfig(values)
      if (program === 'relay') readRelayConfig(values)
      const count = Object.keys(values).filter((name) => Object.hasOwn(settingsOf(program), name)).length
      return `${count} set`
    },
  },
  ...unknown.map(({ name, nearest }) => ({
    name: `setting ${name}`,
    run: async () => {
      throw new StartupError(`No program knows ${name}${nearest ? `: did you mean ${nearest}?` : ': remove it.'}`)
    },
  })),
]

/** Files with secrets: there, readable for this user, and for no one else. */
export function secretChecks(values: Readonly<Record<string, string>>): Check[] {
  const { EMBEDDED_SECRETS: embedded, AUTH_SECRETS: auth } = values
  const checks: Check[] = []
  if (embedded)
    checks.push({
      name: 'EMBEDDED_SECRETS',
      run: async () => `${readSecrets(embedded, { isPublic: true }).sealKeys.length} key(s) that seal`,
    })
  if (auth)
    checks.push({
      name: 'AUTH_SECRETS',
      run: async () => `${readAuthSecrets(auth, { isPublic: true }).sealKeys.length} key(s) that seal`,
    })
  return checks
}
