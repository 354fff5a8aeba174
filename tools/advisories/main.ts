import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { advisoriesPath, checkAdvisories } from '../check/advisories.ts'
import { formatProblem } from '../check/problem.ts'
import { fetchAdvisories } from './fetchAdvisories.ts'

const root = resolve(import.meta.dirname, '../..')
const advisories = await fetchAdvisories(root)
await writeFile(join(root, advisoriesPath), `${JSON.stringify(advisories, undefined, 2)}\n`)
const problems = await checkAdvisories(root)
for (const problem of problems) console.log(formatProblem(problem))
console.log(`${advisories.length} advisories on what the lockfiles hold, ${problems.length} without an exception`)
process.exitCode = problems.length > 0 ? 1 : 0
