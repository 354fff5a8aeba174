import * as z from 'zod/mini'

/** Where a chain's history goes on: with whom, and from where. */
export type Place = { source: string; cursor: string }

const places = z.array(z.tuple([z.string(), z.string(), z.string()])).check(z.minLength(1), z.maxLength(100))

/** One opaque text for the places of all chains in a page. */
export function writeCursor(next: ReadonlyMap<string, Place>): string {
  const rows = [...next].map(([chainId, { source, cursor }]) => [chainId, source, cursor])
  return Buffer.from(JSON.stringify(rows)).toString('base64url')
}

/** The places in a cursor; undefined when it is none of ours. */
export function readCursor(text: string): Map<string, Place> | undefined {
  try {
    const { success, data } = z.safeParse(places, JSON.parse(Buffer.from(text, 'base64url').toString()))
    return success ? new Map(data.map(([chainId, source, cursor]) => [chainId, { source, cursor }])) : undefined
  } catch {
    return undefined // somebody made it up
  }
}
