import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { ensureSchema } from '../db/ensureSchema.ts'
import { openDatabase, waitForDatabase } from '../db/openDatabase.ts'
import { exitWith } from '../process/exitWith.ts'
import { loadSettings } from '../process/loadSettings.ts'
import { StartupError } from '../process/startupError.ts'
import { countEvents, type DailyCount } from './countEvents.ts'

const help = `Analytics: what happened on the pages of projects that turned analytics on.

  node apps/server/src/analytics/main.ts counts [--project <id>] [--days 30] [--json]

Counts by day (UTC) and event, newest day first; visitors are the different accounts of that day. DATABASE_URL says which
database. The same numbers are in the view analytics_daily.`

function readArguments(args: string[]) {
  const options = {
    project: { type: 'string' },
    days: { type: 'string', default: '30' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  } as const
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (e) {
    const [what] = (e as Error).message.split(/\.(?:\s|$)/)
    throw new StartupError(`${what}. Try --help.`)
  }
}

function table(counts: DailyCount[]): string {
  if (counts.length === 0) return 'There are no events yet.'
  const head = { day: 'day', projectId: 'project', event: 'event', events: 'events', visitors: 'visitors' }
  const rows = [head, ...counts]
  const width = (name: keyof DailyCount) => Math.max(...rows.map((row) => String(row[name]).length))
  const [project, event] = [width('projectId'), width('event')]
  return rows
    .map(
      (row) =>
        `${row.day.padEnd(10)}  ${row.projectId.padEnd(project)}  ${row.event.padEnd(event)}  ` +
        `${String(row.events).padStart(8)}  ${String(row.visitors).padStart(8)}`,
    )
    .join('\n')
}

async function main(args: string[]): Promise<void> {
  const { values, positionals } = readArguments(args)
  const [name, ...rest] = positionals
  if (!name || values.help) return console.log(help)
  if (name !== 'counts') throw new StartupError(`Unknown command ${name}: try --help.`)
  if (rest.length > 0) throw new StartupError(`counts does not accept ${rest[0]}: try --help.`)
  const days = Number(values.days)
  if (!Number.isInteger(days) || days < 1 || days > 3_650)
    throw new StartupError('--days must be a whole number from 1 to 3650.')
  const { database: settings, migrates } = readConfig(loadSettings('server', process.env).values)
  const database = openDatabase(settings)
  try {
    await waitForDatabase(database, settings.url, console.error)
    await ensureSchema(database, { migrates })
    const counts = await countEvents(database.db, { projectId: values.project, days })
    console.log(values.json ? JSON.stringify(counts) : table(counts))
  } finally {
    await database.close()
  }
}

await main(process.argv.slice(2)).catch(exitWith)
