import { parseArgs } from 'node:util'
import { formatEther, isAddress, parseEther, toBytes } from 'viem'
import { readConfig } from '../config.ts'
import { ensureSchema } from '../db/ensureSchema.ts'
import { type OpenDatabase, openDatabase, waitForDatabase } from '../db/openDatabase.ts'
import { loadSettings } from '../process/loadSettings.ts'
import { StartupError } from '../process/startupError.ts'
import { getProject } from '../projects/projects.ts'
import { hexOfBuffer } from './createRelayer.ts'
import { type Budget, setBudget, usedOf } from './sponsorships.ts'

const help = `Sponsorship: what a project pays of its visitors' smart account operations.

  node apps/server/src/bundler/main.ts list
  node apps/server/src/bundler/main.ts set <project> <chain> --budget <coins> --period day|month|ever
       [--most <coins>] [--per-day <number>] [--target <address> …]
  node apps/server/src/bundler/main.ts remove <project> <chain>

A chain is named like eip155:1, and amounts are in its coin (0.5). --most caps one operation (0.01), --per-day the operations of
one account (20); with --target only calls of these contracts are sponsored. DATABASE_URL says which database. A change holds at once.`

const periods = ['day', 'month', 'ever'] as const
const options = {
  budget: { type: 'string' },
  period: { type: 'string' },
  most: { type: 'string' },
  'per-day': { type: 'string' },
  target: { type: 'string', multiple: true },
  help: { type: 'boolean' },
} as const

type Db = OpenDatabase['db']
type Values = ReturnType<typeof readArguments>['values']

function readArguments(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (e) {
    // The first sentence names the option; the rest explains a trick that no one needs here.
    const [what] = (e as Error).message.split(/\.(?:\s|$)/)
    throw new StartupError(`${what}. Try --help.`)
  }
}

/** Runs the operator's sponsorship command, and returns its output. */
export async function runSponsorCommand(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const { values, positionals } = readArguments(args)
  const [name, project, chain] = positionals
  if (!name || values.help) return help
  if (!['list', 'set', 'remove'].includes(name)) throw new StartupError(`Unknown command ${name}: try --help.`)
  if (name !== 'list' && (!project || !/^eip155:\d{1,20}$/.test(chain ?? '')))
    throw new StartupError(`${name} needs a project and a chain like eip155:1: try --help.`)
  const { database: settings, migrates } = readConfig(loadSettings('server', env).values)
  const database = openDatabase(settings)
  try {
    await waitForDatabase(database, settings.url, console.error)
    await ensureSchema(database, { migrates })
    if (name === 'set') await set(database.db, project!, chain!, values)
    if (name === 'remove') await remove(database.db, project!, chain!)
    return await list(database.db)
  } finally {
    await database.close()
  }
}

async function set(db: Db, project: string, chain: string, values: Values): Promise<void> {
  await getProject(db, project).catch(() => {
    throw new StartupError(`Project not found: ${project}.`)
  })
  const period = periods.find((each) => each === values.period)
  if (!period) throw new StartupError('--period must be day, month or ever.')
  await setBudget(db, {
    project_id: project,
    chain_id: chain,
    budget: coins('--budget', values.budget),
    period,
    most_per_operation: coins('--most', values.most ?? '0.01'),
    operations_per_day: whole('--per-day', values['per-day'] ?? '20'),
    targets: values.target ? values.target.map(bytesOfAddress) : null,
  })
}

async function remove(db: Db, project: string, chain: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('sponsor_budgets')
    .where('project_id', '=', project)
    .where('chain_id', '=', chain)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new StartupError(`The project ${project} has no budget on ${chain}.`)
}

async function list(db: Db): Promise<string> {
  const budgets = await db.selectFrom('sponsor_budgets').selectAll().orderBy('project_id').orderBy('chain_id').execute()
  if (budgets.length === 0) return 'No project sponsors operations yet: see --help for set.'
  const lines: string[] = []
  for (const budget of budgets) lines.push(describe(budget, await usedOf(db, budget)))
  return lines.join('\n')
}

const describe = (budget: Budget, used: bigint): string =>
  [
    `${budget.project_id}  ${budget.chain_id}  ${formatEther(used)} of ${formatEther(BigInt(budget.budget))} per ${budget.period}`,
    `  at most ${formatEther(BigInt(budget.most_per_operation))} an operation, ${budget.operations_per_day} operations an account and day`,
    ...(budget.targets ? [`  calls of ${budget.targets.map(hexOfBuffer).join(', ')}`] : []),
  ].join('\n')

function coins(name: string, text: string | undefined): string {
  if (!text || !/^\d{1,20}(\.\d{1,18})?$/.test(text)) throw new StartupError(`${name} must be an amount like 0.5.`)
  return String(parseEther(text))
}

function whole(name: string, text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new StartupError(`${name} must be a whole number up to 999999.`)
  return Number(text)
}

function bytesOfAddress(text: string): Buffer {
  if (!isAddress(text)) throw new StartupError(`--target must be an address, not ${text}.`)
  return Buffer.from(toBytes(text))
}
