import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { namePatterns, prosePatterns } from '../check/codePatterns.ts'
import { type Counts, countHits, nameHits, proseHits, readCodeWords } from '../check/countWords.ts'
import { budgetFile, lowerBudgets, readBudgets } from '../check/wordBudgets.ts'

/**
 * `npm run words`: the number of uses of each pattern per package. With a path (and a pattern's name) it lists the
 * uses; with `--lower` it lowers the budgets to the current counts.
 */
const { values, positionals } = parseArgs({ allowPositionals: true, options: { lower: { type: 'boolean' } } })
const [under, pattern] = positionals
const root = resolve(import.meta.dirname, '../..')
const code = await readCodeWords(root)
const hits = code.flatMap((file) => [...proseHits(file), ...nameHits(file)])

if (values.lower) {
  const lowered = lowerBudgets(await readBudgets(root), countHits(hits))
  await writeFile(join(root, budgetFile), `${JSON.stringify(lowered, undefined, 2)}\n`)
} else if (under) {
  const chosen = hits.filter((hit) => hit.path.startsWith(under) && (!pattern || hit.pattern === pattern))
  for (const hit of chosen) console.log(`${hit.path}:${hit.line} ${hit.pattern}: “${hit.text}”`)
  console.log(`${chosen.length} uses`)
} else {
  const names = [...prosePatterns, ...namePatterns].map(({ name }) => name)
  console.log(formatTable(countHits(hits), names))
}

/** A row per pattern, a column per package and one for the sum. */
function formatTable(counts: Counts, patterns: readonly string[]): string {
  const packages = Object.keys(counts)
  const head = ['', ...packages.map((name) => name.replace(/^.*\//, '')), 'all']
  const rows = patterns.map((pattern) => {
    const cells = packages.map((name) => counts[name]?.[pattern] ?? 0)
    return [pattern, ...cells.map(String), String(cells.reduce((sum, cell) => sum + cell, 0))]
  })
  const widths = head.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]!.length)))
  const line = (cells: string[]) =>
    cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('  ')
  return [head, ...rows].map(line).join('\n')
}
