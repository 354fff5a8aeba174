import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { recoveryPolicy } from '@billfold/protocol/embedded/recoveryPolicy'
import { KitError } from '@billfold/protocol/error'
import * as z from 'zod/mini'
import { readConfig } from '../config.ts'
import { ensureSchema } from '../db/ensureSchema.ts'
import { type OpenDatabase, openDatabase, waitForDatabase } from '../db/openDatabase.ts'
import type { ProjectFeatures } from '../db/schema.ts'
import { loadSettings } from '../process/loadSettings.ts'
import { StartupError } from '../process/startupError.ts'
import * as projects from './projects.ts'

const help = `Projects: who may call this server, and from which pages.

  node apps/server/src/projects/main.ts list
  node apps/server/src/projects/main.ts show <id>
  node apps/server/src/projects/main.ts add <id> --name <name> --origin <origin> [--origin …] [--local] [features]
  node apps/server/src/projects/main.ts origins <id> --origin <origin> [--origin …]   replaces the list
  node apps/server/src/projects/main.ts features <id> [features]                    changes those named
  node apps/server/src/projects/main.ts disable <id>                                  refuses its calls, keeps its settings
  node apps/server/src/projects/main.ts enable <id>
  node apps/server/src/projects/main.ts remove <id> [--yes]                           for good

An origin is https://app.example.com, or https://*.example.com for any one label in place of the star. With --local, also
http://localhost:* for any port.

Features: --analytics on|off; --swaps, --activity, --buying and --logins on|off, which say what the project's pages are offered of what the server
has (on by default); --recovery convenient|hardened|strict, which says how embedded wallets come to a new device. DATABASE_URL says which database. Running servers see a change within five seconds.`

/** Features of a project that are on by default. */
const offers = ['swaps', 'activity', 'buying', 'logins'] as const
const switches = ['analytics', ...offers] as const
type Switches = { [K in (typeof switches)[number]]?: string }
type Options = Switches & {
  name?: string
  origin?: string[]
  recovery?: string
  local?: boolean
  yes?: boolean
}
type Command = (db: OpenDatabase['db'], id: string, options: Options) => Promise<string>

const commands: Record<string, Command> = {
  show: async (db, id) => describe(await projects.getProject(db, id)),
  add: async (db, id, { name, origin = [], local, ...options }) => {
    if (!name) throw new StartupError('add needs --name.')
    if (origin.length === 0) throw new StartupError('add needs at least one --origin.')
    const features = { ...readFeatures(options), ...(local && { local }) }
    return describe(await projects.addProject(db, { id, name, origins: origin, features }))
  },
  origins: async (db, id, { origin }) => {
    if (!origin) return (await projects.getProject(db, id)).origins.join('\n')
    return describe(await projects.setOrigins(db, id, origin))
  },
  features: async (db, id, options) => {
    const change = readFeatures(options)
    if (Object.keys(change).length === 0)
      throw new StartupError(`features needs one of --${[...switches, 'recovery'].join(', --')}.`)
    return describe(await projects.setFeatures(db, id, change))
  },
  disable: async (db, id) => describe(await projects.setDisabled(db, id, true)),
  enable: async (db, id) => describe(await projects.setDisabled(db, id, false)),
  remove: async (db, id, { yes }) => {
    await projects.getProject(db, id)
    if (!yes && !(await confirm(id))) throw new StartupError(`Project ${id} was not removed.`)
    await projects.removeProject(db, id)
    return `Project ${id} is removed.`
  },
}

function readFeatures({ recovery, ...options }: Switches & { recovery?: string }): ProjectFeatures {
  const features: ProjectFeatures = readRecovery(recovery)
  for (const name of switches) {
    const value = options[name]
    if (value === undefined) continue
    if (value !== 'on' && value !== 'off') throw new StartupError(`--${name} must be on or off.`)
    features[name] = value === 'on'
  }
  return features
}

function readRecovery(value: string | undefined): ProjectFeatures {
  if (value === undefined) return {}
  const { success, data } = z.safeParse(recoveryPolicy, value)
  if (!success) throw new StartupError('--recovery must be convenient, hardened or strict.')
  return { recovery: data }
}

async function confirm(id: string): Promise<boolean> {
  if (!process.stdin.isTTY) throw new StartupError('remove needs --yes without a terminal.')
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(`Remove project ${id} for good? Type its id: `)
  terminal.close()
  return answer.trim() === id
}

function describe({ id, name, origins, features, createdAt, disabledAt }: projects.Project): string {
  return [
    `${id}  ${name}${disabledAt ? `  (disabled since ${disabledAt.toISOString()})` : ''}`,
    `  created    ${createdAt.toISOString()}`,
    `  analytics  ${features.analytics ? 'on' : 'off'}${features.local ? ', local' : ''}`,
    `  recovery   ${features.recovery ?? 'hardened'}`,
    `  offers     ${offers.filter((name) => features[name] !== false).join(', ') || 'nothing'}`,
    `  origins    ${origins.join('\n             ')}`,
  ].join('\n')
}

function readArguments(args: string[]) {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  const options = {
    name: text,
    origin: { type: 'string', multiple: true } as const,
    ...{ analytics: text, swaps: text, activity: text, buying: text, logins: text },
    recovery: text,
    local: flag,
    yes: flag,
    help: flag,
  }
  try {
    return parseArgs({ args, allowPositionals: true, options } as const)
  } catch (e) {
    // The first sentence names the option; what follows explains a trick that no one needs here.
    const [what] = (e as Error).message.split(/\.(?:\s|$)/)
    throw new StartupError(`${what}. Try --help.`)
  }
}

/** Does what the operator's command line says about projects, and returns what to print. */
export async function runProjectCommand(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { values, positionals } = readArguments(args)
  const [name, id, ...rest] = positionals
  if (!name || values.help) return help
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command && name !== 'list') throw new StartupError(`Unknown command ${name}: try --help.`)
  if (command && !id) throw new StartupError(`${name} needs the id of a project: try --help.`)
  if (rest.length > 0) throw new StartupError(`${name} takes a single id: remove ${rest[0]}.`)
  const { database: settings, migrates } = readConfig(loadSettings('server', env).values)
  const database = openDatabase(settings)
  try {
    await waitForDatabase(database, settings.url, console.error)
    await ensureSchema(database, { migrates })
    if (command) return await command(database.db, id!, values)
    const all = await projects.listProjects(database.db)
    return all.length > 0 ? all.map(describe).join('\n\n') : 'No projects yet: see --help for add.'
  } catch (e) {
    throw e instanceof KitError ? new StartupError(e.message) : e
  } finally {
    await database.close()
  }
}
