import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compareVersions } from './compareVersions.ts'
import { listFiles } from './listFiles.ts'
import type { Problem } from './problem.ts'
import { type Lockfile, nameAt } from './readLockfile.ts'

/** A published vulnerability of some versions of a package. */
export type Advisory = { id: string; package: string; range: string; title: string }

/** Written by `npm run advisories`, which the nightly workflow runs. */
export const advisoriesPath = 'tools/check/advisories.json'

/** Advisories that do not apply to us, each with the reason. */
const advisoryExceptions: Readonly<Record<string, string>> = {}

/** Every lockfile of the tree, including those of peers and of third-party pages. */
export async function listLockfiles(root: string): Promise<string[]> {
  return (await listFiles(root)).filter((path) => /(?:^|\/)package-lock\.json$/.test(path))
}

/** No lockfile holds a version with a known vulnerability. */
export async function checkAdvisories(root: string): Promise<Problem[]> {
  const text = await readFile(join(root, advisoriesPath), 'utf8').catch(() => '[]')
  const advisories = (JSON.parse(text) as Advisory[]).filter(({ id }) => !(id in advisoryExceptions))
  const paths = await listLockfiles(root)
  const problems = paths.map(async (path) => {
    const { packages = {} } = JSON.parse(await readFile(join(root, path), 'utf8')) as Partial<Lockfile>
    return Object.entries(packages).flatMap(([place, entry]) => {
      const name = place.includes('node_modules/') ? nameAt(place, entry) : undefined
      return advisories
        .filter((advisory) => advisory.package === name && isInRange(entry.version ?? '', advisory.range))
        .map(({ id, title }) => ({ path, sentence: `holds ${name} ${entry.version}: ${title} (${id})` }))
    })
  })
  return (await Promise.all(problems)).flat()
}

/** Whether a version is in an advisory's range: `>=1.0.0 <1.2.3 || =2.0.0`, or `*`. */
export function isInRange(version: string, range: string): boolean {
  return range.split('||').some((alternative) =>
    alternative
      .trim()
      .split(/\s+(?=[<>=])/)
      .every((comparator) => {
        const [, operator = '', bound = ''] = /^(<=|>=|<|>|=)?\s*(.*)$/.exec(comparator.trim()) ?? []
        if (bound === '*' || bound === '') return true
        const order = compareVersions(version, bound)
        if (operator === '<') return order < 0
        if (operator === '<=') return order <= 0
        if (operator === '>') return order > 0
        if (operator === '>=') return order >= 0
        return order === 0
      }),
  )
}
