import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Schema } from '../../db/schema.ts'
import { StartupError } from '../../process/startupError.ts'

const count = z.int().check(z.gte(0))

/** The last file of a backup: what it holds, with hashes, and how many rows the tables had. */
export const manifest = z.object({
  version: z.literal(1),
  createdAt: z.iso.datetime(),
  /** The newest migration. */
  migration: z.string(),
  rows: z.record(z.string(), count),
  files: z.array(z.object({ name: z.string(), size: count, sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)) })),
})
export type Manifest = z.infer<typeof manifest>

export const manifestName = 'manifest.json'
/** Parts of the dump, in order. */
export const dumpName = /^database\/\d{6}$/

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Reads a manifest, and verifies that the archive held exactly its files. */
export function verifyManifest(bytes: Buffer | undefined, files: Manifest['files']): Manifest {
  if (!bytes) throw new StartupError('The backup is incomplete: it ends without its list of files.')
  let value: unknown
  try {
    value = JSON.parse(bytes.toString('utf8'))
  } catch {
    value = undefined
  }
  const { success, data } = z.safeParse(manifest, value)
  if (!success) throw new StartupError('The backup’s list of files is malformed, or from a newer version.')
  if (JSON.stringify(data.files) !== JSON.stringify(files))
    throw new StartupError('The backup is damaged: its files differ from its list.')
  return data
}

/** Tables whose rows can be read again from the chains, or end by themselves within days. */
const uncounted = /^(?:index_|analytics_|relay_|shared_|migrations$)/

/** How many rows each table has that no one could make again. */
export async function countRows(db: Kysely<Schema>): Promise<Record<string, number>> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() order by tablename`.execute(db)
  const counts: Record<string, number> = {}
  for (const { name } of rows.filter((each) => !uncounted.test(each.name))) {
    const { rows: numbers } = await sql<{ count: string }>`select count(*) as count from ${sql.id(name)}`.execute(db)
    counts[name] = Number(numbers[0]!.count)
  }
  return counts
}
