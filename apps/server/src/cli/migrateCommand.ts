import { commandSettings } from '@billfold/protocol/settings/serverSettings'
import { schemaOf } from '@billfold/protocol/settings/setting'
import { readConfig } from '../config.ts'
import { grantServerRights } from '../db/grantServerRights.ts'
import { migrate, pendingMigrations } from '../db/migrate.ts'
import { openDatabase, waitForDatabase } from '../db/openDatabase.ts'
import { loadSettings } from '../process/loadSettings.ts'
import { readEnvironment } from '../process/readEnvironment.ts'
import type { Command } from './command.ts'
import { readFlags } from './readFlags.ts'

/** `billfold migrate`: brings the database up to date, as a job of its own; `--check` only lists what is missing. */
export const migrateCommand: Command = async ({ args, env, print }) => {
  const { values: flags } = readFlags(args, { check: { type: 'boolean' } })
  const { values } = loadSettings('server', env)
  const { database: settings } = readConfig(values)
  const { MIGRATION_DATABASE_URL: ownerUrl } = readEnvironment(schemaOf(commandSettings), values)
  // Its own URL has its own password.
  const database = openDatabase({ ...settings, ...(ownerUrl && { url: ownerUrl, passwordFile: undefined }) })
  try {
    await waitForDatabase(database, ownerUrl ?? settings.url, print)
    if (flags.check) {
      const pending = await pendingMigrations(database.db)
      for (const name of pending) print(`pending  ${name}`)
      if (pending.length === 0) print('The database is up to date.')
      return pending.length === 0 ? 0 : 1
    }
    const ran = await migrate(database)
    for (const name of ran) print(`done  ${name}`)
    if (ran.length === 0) print('The database is up to date.')
    if (!ownerUrl) return 0
    const server = roleIn(settings.url)
    if (server && (await grantServerRights(database.db, server)))
      print(`Role ${server} may read and write all tables, and change none of them.`)
    const relay = roleIn(loadSettings('relay', env).values.DATABASE_URL)
    if (relay && relay !== server && (await grantServerRights(database.db, relay, 'relay')))
      print(`Role ${relay} may read and write the relay’s tables, and change none of them.`)
    return 0
  } finally {
    await database.close()
  }
}

const roleIn = (url: string | undefined): string => (url ? decodeURIComponent(new URL(url).username) : '')
