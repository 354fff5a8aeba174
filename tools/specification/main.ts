import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { formatProblem } from '../check/problem.ts'
import { judgeSections } from './judgeSections.ts'
import { readSections } from './readSections.ts'
import { pagePath, writePage } from './writePage.ts'

// npm run specification: writes docs/specification.md from its rows.

const root = resolve(import.meta.dirname, '../..')
const sections = await readSections(root)
await writeFile(join(root, pagePath), writePage(sections))
const problems = await judgeSections(root, sections)
for (const problem of problems) console.log(formatProblem(problem))
console.log(`${sections.flatMap(({ statements }) => statements).length} rows, ${problems.length} problems`)
process.exitCode = problems.length === 0 ? 0 : 1
