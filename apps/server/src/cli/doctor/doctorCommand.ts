import { isPublicStart } from '@billfold/protocol/isPublicStart'
import type { ResolvedSettings } from '@billfold/protocol/settings/resolveSettings'
import type { Program } from '@billfold/protocol/settings/setting'
import { type Config, readConfig } from '../../config.ts'
import { openDatabase } from '../../db/openDatabase.ts'
import { readSocial } from '../../embedded/readSocial.ts'
import { loadSettings } from '../../process/loadSettings.ts'
import { StartupError } from '../../process/startupError.ts'
import type { Command } from '../command.ts'
import { readFlags } from '../readFlags.ts'
import { type Check, runChecks } from './check.ts'
import { databaseChecks } from './databaseChecks.ts'
import { addressChecks, type PublicAddress } from './networkChecks.ts'
import { nodeChecks } from './nodeChecks.ts'
import { guardianChecks, mailCheck, redisCheck, socialChecks } from './serviceChecks.ts'
import { programsOf, secretChecks, settingChecks } from './settingChecks.ts'

/** `billfold doctor`: one line per check, ok or what to do; exit code 1 if one failed. */
export const doctorCommand: Command = async ({ args, env, print }) => {
  const { values: flags } = readFlags(args, { json: { type: 'boolean' }, 'mail-to': { type: 'string' } })
  const { checks, close } = listChecks(env, flags['mail-to'])
  try {
    const results = await runChecks(checks)
    const width = Math.max(...results.map(({ name }) => name.length))
    if (flags.json) print(JSON.stringify(results, null, 2))
    else
      for (const { name, isOk, detail } of results) print(`${isOk ? 'ok  ' : 'FAIL'}  ${name.padEnd(width)}  ${detail}`)
    return results.every(({ isOk }) => isOk) ? 0 : 1
  } finally {
    await close()
  }
}

/** Every check that these settings give reason for. */
function listChecks(env: NodeJS.ProcessEnv, mailTo: string | undefined): { checks: Check[]; close(): Promise<void> } {
  const first = loadSettings('server', env)
  const programs = programsOf(first.values)
  if (programs.length === 0)
    throw new StartupError('No settings: name the file with --settings or BILLFOLD_SETTINGS. billfold init writes one.')
  const resolved = new Map(programs.map((program) => [program, loadSettings(program, env)]))
  const checks = programs.flatMap((program, at) =>
    // One line for each unknown name, whichever programs read the file.
    settingChecks(program, { ...resolved.get(program)!, unknown: at === 0 ? first.unknown : [] }),
  )
  const values = first.values
  checks.push(...secretChecks(values), ...addressesOf(resolved).flatMap(addressChecks))
  const mails = [
    ['SMTP_URL', values.SMTP_URL, values.MAIL_FROM],
    ['GUARDIAN_SMTP_URL', values.GUARDIAN_SMTP_URL, values.GUARDIAN_MAIL_FROM],
  ] as const
  for (const [setting, url, from] of mails)
    if (url && from && URL.canParse(url)) checks.push(mailCheck(setting, url, from, mailTo))
  const redisUrl = resolved.get('relay')?.values.REDIS_URL
  if (redisUrl) checks.push(redisCheck(redisUrl))
  const guardianUrl = values.GUARDIAN_URL ?? values.GUARDIAN_PUBLIC_URL
  if (guardianUrl && URL.canParse(guardianUrl))
    checks.push(...guardianChecks(guardianUrl, values.PUBLIC_URL ?? values.API_URL ?? values.GUARDIAN_API_URL))
  const config = readIfValid(values)
  if (!config) return { checks, close: async () => {} }
  const database = openDatabase({ ...config.database, poolSize: 2, statementTimeoutMs: 10_000 })
  checks.push(...databaseChecks(database, config), ...nodeChecks(config.chains))
  if (config.publicUrl) checks.push(...socialChecks(readSocial(values).social, config.publicUrl))
  return { checks, close: () => database.close() }
}

/** The public addresses in the settings of the programs here. */
function addressesOf(resolved: ReadonlyMap<Program, ResolvedSettings>): PublicAddress[] {
  const all: [Program, string, string][] = [
    ['server', 'PUBLIC_URL', '/ready'],
    ['server', 'WALLET_ORIGIN', '/health'],
    ['relay', 'RELAY_URL', '/ready'],
    ['frame', 'API_URL', '/ready'],
    ['frame', 'GUARDIAN_URL', '/guardian/v1/live'],
    ['guardian', 'GUARDIAN_PUBLIC_URL', '/guardian/v1/live'],
  ]
  const seen = new Set<string>()
  return all.flatMap(([program, setting, path]) => {
    const values = resolved.get(program)?.values
    const url = values?.[setting]?.split(',')[0]?.trim()
    if (!values || !url || !URL.canParse(url) || seen.has(url + path)) return []
    seen.add(url + path)
    const mustBeHttps = isPublicStart({ env: values, host: values.HOST ?? '127.0.0.1', publicUrl: url })
    return [{ setting, url, path, mustBeHttps }]
  })
}

/** The server's settings, if the check of them has nothing to say. */
function readIfValid(values: Record<string, string>): Config | undefined {
  try {
    return readConfig(values)
  } catch {
    return undefined
  }
}
