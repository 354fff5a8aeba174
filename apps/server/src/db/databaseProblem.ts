import { deadlineIn } from '../limits/deadlineIn.ts'
import { type Migration, pendingMigrations } from './migrate.ts'
import type { OpenDatabase } from './openDatabase.ts'

const silent = 'The database is unavailable.'

/** Why a database cannot be used, in a sentence; undefined if it responds within two seconds and is complete. */
export function databaseProblem({ db }: OpenDatabase, migrations: Migration[]): Promise<string | undefined> {
  const late = new Promise<string>((done) => deadlineIn(2_000).addEventListener('abort', () => done(silent)))
  const check = pendingMigrations(db, migrations).then(
    (pending) => (pending.length > 0 ? `The database lacks ${pending.length} migration(s).` : undefined),
    () => silent,
  )
  return Promise.race([check, late])
}
