import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readHistories } from './history.ts'
import { writeBenchmarksPage } from './writeBenchmarksPage.ts'

it('charts each ratio of a machine over its runs', () => {
  const runs = [1, 2, 4].map((quote, at) => ({ date: `2026-11-2${at}`, commit: `c${at}`, load: at, ratios: { quote } }))
  const page = writeBenchmarksPage({ 'linux-x64': runs })
  expect(page).toContain('## linux-x64')
  expect(page).toContain('3 runs from 2026-11-20 to 2026-11-22, the last of commit c2 at a load of 2.0.')
  expect(page).toContain('| quote | 1.00 | 4.00 | ▃▅█ |')
})

it('charts a ratio that not every run has', () => {
  const run = { date: '2026-11-20', commit: 'c', load: 0 }
  const page = writeBenchmarksPage({
    a: [
      { ...run, ratios: {} },
      { ...run, ratios: { quote: 2 } },
    ],
  })
  expect(page).toContain('| quote | 2.00 | 2.00 | █ |')
})

it('wrote the page of the documentation from the stored histories', () => {
  const page = readFileSync(new URL('../../docs/benchmarks.md', import.meta.url), 'utf8')
  expect(page).toBe(writeBenchmarksPage(readHistories()))
})
