import { expect, it } from 'vitest'
import { findRegressions } from './findRegressions.ts'
import type { TrackedRun } from './history.ts'

const runs = (...values: number[]): TrackedRun[] =>
  values.map((quote) => ({ date: '2026-11-20', commit: 'abc', load: 1, ratios: { quote } }))

it('reports a ratio that rose by more than 10 %', () => {
  expect(findRegressions(runs(1, 1, 1), { quote: 1.11 })).toEqual([{ name: 'quote', usual: 1, now: 1.11 }])
})

it('accepts a rise of 10 %, and every fall', () => {
  expect(findRegressions(runs(2, 2, 2), { quote: 2.2 })).toEqual([])
  expect(findRegressions(runs(2, 2, 2), { quote: 0.5 })).toEqual([])
})

it('compares with the median of the last five runs, so that one slow run changes nothing', () => {
  const before = runs(9, 9, 9, 1, 1.1, 5, 0.9, 1)
  expect(findRegressions(before, { quote: 1.09 })).toEqual([])
  expect(findRegressions(before, { quote: 1.2 })).toEqual([{ name: 'quote', usual: 1, now: 1.2 }])
})

it('does not judge a ratio with fewer than three runs', () => {
  expect(findRegressions(runs(1, 1), { quote: 5 })).toEqual([])
  expect(findRegressions(runs(1, 1, 1), { balance: 5 })).toEqual([])
})
