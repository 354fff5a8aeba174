import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { appendRun, readHistories, readHistory } from './history.ts'

it('keeps each machine’s runs in a file of its own, in order', () => {
  const folder = mkdtempSync(join(tmpdir(), 'billfold-history-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const run = (quote: number) => ({ date: '2026-11-20', commit: 'abc', load: 1, ratios: { quote } })
  expect(readHistory('Slow (R) @ 2 GHz', folder)).toEqual([])
  for (const quote of [1, 2]) appendRun('Slow (R) @ 2 GHz', run(quote), folder)
  appendRun('Fast', run(3), folder)
  expect(readHistory('Slow (R) @ 2 GHz', folder)).toEqual([run(1), run(2)])
  expect(readdirSync(folder).sort()).toEqual(['fast.jsonl', 'slow-r-2-ghz.jsonl'])
  expect(readHistories(folder)).toEqual({ fast: [run(3)], 'slow-r-2-ghz': [run(1), run(2)] })
})
