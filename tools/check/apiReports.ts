import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createReports } from '../api/createReports.ts'
import { listFiles } from './listFiles.ts'
import type { Problem } from './problem.ts'
import { isTest } from './sourceFile.ts'

const inputs = /^(?:packages\/.+\.tsx?|packages\/[^/]+\/(?:package\.json|api\.md)|tools\/api\/.+|package-lock\.json)$/
const marker = '.billfold/api-checked'

/** The reports of public types are those of the sources. Sources that passed once pass again without a compiler. */
export async function checkApiReports(root: string): Promise<Problem[]> {
  const hash = await hashOf(root)
  if ((await readFile(join(root, marker), 'utf8').catch(() => '')) === hash) return []
  const problems: Problem[] = []
  for (const [path, report] of await createReports(root)) {
    const kept = await readFile(join(root, path), 'utf8').catch(() => '')
    const line = firstDifference(kept, report)
    if (line > 0)
      problems.push({
        path,
        line,
        sentence: 'differs from the public types: run npm run api, and review the difference',
      })
  }
  if (problems.length === 0) {
    await mkdir(dirname(join(root, marker)), { recursive: true })
    await writeFile(join(root, marker), hash)
  }
  return problems
}

/** The first line that differs; 0 if none does. */
function firstDifference(a: string, b: string): number {
  if (a === b) return 0
  const [first, second] = [a.split('\n'), b.split('\n')]
  const at = first.findIndex((line, i) => line !== second[i])
  return (at < 0 ? first.length : at) + 1
}

async function hashOf(root: string): Promise<string> {
  const hash = createHash('sha256')
  for (const path of (await listFiles(root)).filter((each) => inputs.test(each) && !isTest(each)))
    hash.update(`${path}\0`).update(await readFile(join(root, path)))
  return hash.digest('hex')
}
