import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { namePatterns, prosePatterns } from '../check/codePatterns.ts'
import { countHits, nameHits, proseHits, readCodeWords } from '../check/countWords.ts'
import { budgetFile, lowerBudgets, readBudgets } from '../check/wordBudgets.ts'
import { formatTable } from './formatTable.ts'

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
