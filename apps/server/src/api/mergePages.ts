import type { Transaction } from '@billfold/protocol/api/history'
import type { HistoryPosition } from './historyCursor.ts'

/** One page of a chain's history, and its position. */
export type ChainPage = {
  chainId: string
  source: string
  /** The page's position, and its last row returned before; absent on the first page. */
  place: HistoryPosition | undefined
  data: readonly Transaction[]
  next: string | null
}

/**
 * Merges several histories into one, newest first over all pages: rows older than the end of an unfinished page are
 * held back until the rows between are known. Held back means that their page is read again.
 */
export function mergePages(pages: readonly ChainPage[]): { data: Transaction[]; next: Map<string, HistoryPosition> } {
  const queues = pages.map((page) => ({ ...page, rows: unreturned(page), position: 0 }))
  const data: Transaction[] = []
  for (;;) {
    const heads = queues.filter(({ rows, position }) => position < rows.length)
    // A page is used up but has a successor: the next row is unknown.
    if (heads.length === 0 || queues.some(({ rows, position, next }) => position === rows.length && next !== null))
      break
    const newest = heads.reduce((a, b) => (timeOf(b.rows[b.position]!) > timeOf(a.rows[a.position]!) ? b : a))
    data.push(newest.rows[newest.position]!)
    newest.position += 1
  }
  const next = new Map<string, HistoryPosition>()
  for (const { chainId, source, place, rows, position, next: goesOn } of queues) {
    const cursor = place?.cursor ?? null
    const after = position > 0 ? rows[position - 1]!.id : (place?.after ?? null)
    if (position < rows.length) next.set(chainId, { source, cursor, after })
    else if (goesOn !== null) next.set(chainId, { source, cursor: goesOn, after: null })
  }
  return { data, next }
}

/** The rows of a reread page that were not returned before; all of them if the page has moved by its full length. */
function unreturned({ place, data }: ChainPage): readonly Transaction[] {
  if (!place?.after) return data
  return data.slice(data.findIndex(({ id }) => id === place.after) + 1)
}

/** An invalid time counts as now: its row is returned at once, and holds nothing back. */
const timeOf = ({ metadata }: Transaction): number => {
  const time = Date.parse(metadata.minedAt)
  return Number.isNaN(time) ? Number.POSITIVE_INFINITY : time
}
