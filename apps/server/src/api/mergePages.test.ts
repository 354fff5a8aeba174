import type { Transaction } from '@billfold/protocol/api/history'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { HistoryPosition } from './historyCursor.ts'
import { type ChainPage, mergePages } from './mergePages.ts'

const row = (chain: string, time: number, index: number) =>
  ({ id: `${chain}#${index}`, metadata: { chain, minedAt: new Date(time * 1_000).toISOString() } }) as Transaction
const timeOf = ({ metadata }: Transaction) => Date.parse(metadata.minedAt)

/** A chain whose source has pages of `limit` rows, with an index as its cursor. */
function chain(chainId: string, times: readonly number[], limit: number) {
  const rows = times.toSorted((a, b) => b - a).map((time, index) => row(chainId, time, index))
  const read = (place: HistoryPosition | undefined): ChainPage => {
    const from = Number(place?.cursor ?? 0)
    const next = from + limit < rows.length ? String(from + limit) : null
    return { chainId, source: 'test', place, data: rows.slice(from, from + limit), next }
  }
  return { chainId, rows, read }
}

/** Reads all pages in sequence, as a client does. */
function readAll(chains: readonly ReturnType<typeof chain>[]) {
  let places: Map<string, HistoryPosition> | undefined
  const pages: Transaction[][] = []
  do {
    const remaining = chains.filter(({ chainId }) => !places || places.has(chainId))
    const { data, next } = mergePages(remaining.map(({ chainId, read }) => read(places?.get(chainId))))
    pages.push(data)
    places = next
    expect(pages.length).toBeLessThan(1_000)
  } while (places.size > 0)
  return pages
}

test('holds rows back that are older than another chain’s next page', () => {
  const pages = readAll([chain('a', [100, 90, 80, 70], 2), chain('b', [95, 10, 5], 3)])
  expect(pages.map((page) => page.map(timeOf).map((time) => time / 1_000))).toEqual([
    [100, 95, 90],
    [80, 70, 10, 5],
  ])
})

test('keeps rows in order over all pages, without gaps, repetition or empty pages', () => {
  const times = fc.array(fc.nat(60), { maxLength: 25 })
  fc.assert(
    fc.property(fc.array(times, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 7 }), (all, limit) => {
      const chains = all.map((each, at) => chain(`eip155:${at}`, each, limit))
      const pages = readAll(chains)
      const rows = pages.flat()
      expect(rows.map(timeOf)).toEqual(rows.map(timeOf).toSorted((a, b) => b - a))
      expect(rows.map(({ id }) => id).toSorted()).toEqual(
        chains.flatMap(({ rows }) => rows.map(({ id }) => id)).toSorted(),
      )
      if (rows.length > 0) for (const page of pages) expect(page.length).toBeGreaterThan(0)
    }),
  )
})

test('continues after the last returned row when the first page has grown', () => {
  const before = chain('a', [50, 40], 10).read(undefined)
  const place: HistoryPosition = { source: 'test', cursor: null, after: before.data[0]!.id }
  const grown = { ...before, place, data: [row('a', 60, 99), ...before.data] }
  expect(mergePages([grown]).data).toEqual([before.data[1]])
})

test('holds nothing back for an invalid time', () => {
  const odd = { ...row('a', 1, 0), metadata: { ...row('a', 1, 0).metadata, minedAt: 'soon' } }
  const page: ChainPage = { chainId: 'a', source: 'test', place: undefined, data: [odd, row('a', 5, 1)], next: null }
  expect(mergePages([page, chain('b', [7], 5).read(undefined)]).data).toHaveLength(3)
})
