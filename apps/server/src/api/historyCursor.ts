import * as z from 'zod/mini'

/**
 * The position in a chain's history: the source, the cursor of its page (null for the first), and the last row
 * returned.
 */
export type HistoryPosition = { source: string; cursor: string | null; after: string | null }

const places = z
  .array(z.tuple([z.string(), z.string(), z.nullable(z.string()), z.nullable(z.string())]))
  .check(z.minLength(1), z.maxLength(100))

/** Writes the positions of all chains as one opaque text. */
export function writeCursor(next: ReadonlyMap<string, HistoryPosition>): string {
  const rows = [...next].map(([chainId, { source, cursor, after }]) => [chainId, source, cursor, after])
  return Buffer.from(JSON.stringify(rows)).toString('base64url')
}

/** Reads the positions in a cursor; undefined if we did not write it. */
export function readCursor(text: string): Map<string, HistoryPosition> | undefined {
  try {
    const { success, data } = z.safeParse(places, JSON.parse(Buffer.from(text, 'base64url').toString()))
    return success
      ? new Map(data.map(([chainId, source, cursor, after]) => [chainId, { source, cursor, after }]))
      : undefined
  } catch {
    return undefined // a made-up cursor
  }
}
