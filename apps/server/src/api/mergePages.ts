import type { Transaction } from '@billfold/protocol/api/history'
import type { HistoryPosition } from './historyCursor.ts'

/** A page of one chain's history as its source gave it, and where that began. */
export type ChainPage = {
  chainId: string
  source: string
  /** Where this page began, and the last of it that was told before; absent at the very beginning. */
  place: HistoryPosition | undefined
  data: readonly Transaction[]
  next: string | null
}

/**
 * One history out of several, newest first over all of its pages: what is older than the end of a page that goes on is held back until
 * it is known what comes between. Held back means that its page is read again.
 */
export function mergePages(pages: readonly ChainPage[]): { data: Transaction[]; next: Map<string, HistoryPosition> } {
  const queues = pages.map((page) => ({ ...page, rows: untold(page), told: 0 }))
  const data: Transaction[] = []
  for (;;) {
    const heads = queues.filter(({ rows, told }) => told < rows.length)
    // A page that is told to its end and goes on: no one knows what is next.
    if (heads.length === 0 || queues.some(({ rows, told, next }) => told === rows.length && next !== null)) break
    const newest = heads.reduce((a, b) => (timeOf(b.rows[b.told]!) > timeOf(a.rows[a.told]!) ? b : a))
    data.push(newest.rows[newest.told]!)
    newest.told += 1
  }
  const next = new Map<string, HistoryPosition>()
  for (const { chainId, source, place, rows, told, next: goesOn } of queues) {
    const cursor = place?.cursor ?? null
    const after = told > 0 ? rows[told - 1]!.id : (place?.after ?? null)
    if (told < rows.length) next.set(chainId, { source, cursor, after })
    else if (goesOn !== null) next.set(chainId, { source, cursor: goesOn, after: null })
  }
  return { data, next }
}

/** The rows of a page read again that were not returned before; a page that has moved on by a whole page since is returned whole. */
function untold({ place, data }: ChainPage): readonly Transaction[] {
  if (!place?.after) return data
  return data.slice(data.findIndex(({ id }) => id === place.after) + 1)
}

/** A time that is invalid is the present: it is told at once, and holds nothing back. */
const timeOf = ({ metadata }: Transaction): number => {
  const time = Date.parse(metadata.minedAt)
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time
}
