import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readPeerResults } from './readPeerResults.ts'

const report = readFileSync(path.resolve(import.meta.dirname, '../../../../bench/peers/RESULTS.md'), 'utf8')

test('reads every number of the chart from the report’s own lines', () => {
  const { rows, condition, targets, date } = readPeerResults(report)
  const section = report.slice(report.indexOf(`## ${condition}\n`), report.indexOf('## What ours must reach'))
  expect(section.match(/^## /gm)).toHaveLength(1)
  expect(report).toContain(`on ${date}:`)
  expect(rows.filter(({ isOurs, isBare }) => !isOurs && !isBare).length).toBeGreaterThanOrEqual(3)
  for (const { label, jsKib, buttonMs, tapMs, dialogMs, packages } of rows) {
    const line = section.split('\n').find((each) => each.startsWith(`| ${label} |`)) ?? ''
    // The numbers in the line, in order, without the ratios in brackets.
    const cells = line
      .split('|')
      .slice(2, -1)
      .map((cell) => cell.replace(/\(.*\)/, '').trim())
    expect([cells[0], cells[1], cells[2], cells[3]].map(Number), label).toEqual([jsKib, buttonMs, tapMs, dialogMs])
    expect(cells[7], label).toBe(packages === undefined ? '' : String(packages))
  }
  expect(targets.all).toBe((report.match(/\| (?:met|\*\*missed\*\*) \|$/gm) ?? []).length)
  expect(targets.missed).toHaveLength((report.match(/\*\*missed\*\*/g) ?? []).length)
})

test.each([
  ['a renamed column', report.replaceAll('click → dialog, ms', 'dialog, ms'), 'number under “click → dialog, ms”'],
  ['a missing table of targets', report.slice(0, report.indexOf('## What')), 'table of targets'],
  ['a cell without a number', report.replaceAll(/\| Billfold \| \d+/g, '| Billfold | n/a'), 'number under'],
  ['a missing row of ours', report.replaceAll('| Billfold |', '| Another |'), 'single row with isOurs'],
])('rejects a report with %s', (_, text, problem) => {
  expect(() => readPeerResults(text)).toThrow(problem)
})
