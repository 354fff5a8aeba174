import type { Kysely } from 'kysely'
import type { Registry } from 'prom-client'
import type { Log } from '../log/createLog.ts'
import { describeError } from '../log/describeError.ts'
import { startReads } from './createReads.ts'
import { type DatabaseSettings, openDatabase } from './openDatabase.ts'
import type { Schema } from './schema.ts'

/** Opens a read replica: as many connections as the primary's pool has, with the same password file. */
export function openReplica(
  { database }: { database: DatabaseSettings },
  { url, maxLagMs }: { url: string; maxLagMs: number },
  parts: { primary: Kysely<Schema>; register: Registry; log: Log },
) {
  const opened = openDatabase({ ...database, url, name: 'billfold reads' }, (e) =>
    parts.log.warn({ error: describeError(e) }, 'read replica connection lost'),
  )
  const { reads, stop } = startReads({ ...parts, replica: opened.db, maxLagMs })
  return {
    reads,
    async close() {
      await stop()
      await opened.close()
    },
  }
}
