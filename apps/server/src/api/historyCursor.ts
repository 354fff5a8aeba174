import * as z from 'zod/mini'

/** Where a chain's history continues: at which source, on which of its pages (the first if none), and after which of its rows. */
export type HistoryPosition = { source: string; cursor: string | null; after: string | null }

const places = z
  .array(z.tuple([z.string(), z.string(), z.nullable(z.string()), z.nullable(z.string())]))
  .check(z.minLength(1), z.maxLength(100))

/** One opaque text for the places of all chains in a page. */
export function writeCursor(next: ReadonlyMap<string, HistoryPosition>): string {
  const rows = [...next].map(([chainId, { source, cursor, after }]) => [chainId, source, cursor, after])
  return Buffer.from(JSON.stringify(rows)).toString('base64url')
}

/** The places in a cursor; undefined when it is none of ours. */
export function readCursor(text: string): Map<string, HistoryPosition> | undefined {
  try {
    const { success, data } = z.safeParse(places, JSON.parse(Buffer.from(text, 'base64url').toString()))
    return success
      ? new Map(data.map(([chainId, source, cursor, after]) => [chainId, { source, cursor, after }]))
      : undefined
  } catch {
    return undefined // someone made it up
  }
}
