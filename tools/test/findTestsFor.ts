import type { Module } from '../check/readModules.ts'

/** A test file that a change can break, and its distance in imports. */
export type ReachedTest = { path: string; distance: number }

type Importer = Pick<Module, 'path' | 'workspace'> & {
  imports: readonly Pick<Module['imports'][number], 'target' | 'typeOnly'>[]
}

const isTestFile = (path: string) => /\.test\.tsx?$|\.e2e\.ts$/.test(path)
/** More than any import distance: tests that start the changed code in a process or a page of their own. */
const sameWorkspace = 1_000

/**
 * Tests that a change can break, nearest first: those that reach a changed file by value imports, then the others of
 * the same workspace, whose pages and processes load code that they do not import.
 */
export function findTestsFor(modules: Iterable<Importer>, changed: readonly string[]): ReachedTest[] {
  const all = [...modules]
  const importers = new Map<string, string[]>()
  for (const { path, imports } of all)
    for (const { target, typeOnly } of imports)
      if (target.kind === 'file' && !typeOnly) importers.set(target.path, [...(importers.get(target.path) ?? []), path])

  const distances = new Map(changed.map((path) => [path, 0]))
  const queue = [...changed]
  for (let path = queue.shift(); path !== undefined; path = queue.shift())
    for (const importer of importers.get(path) ?? []) {
      if (distances.has(importer)) continue
      distances.set(importer, distances.get(path)! + 1)
      queue.push(importer)
    }
  const isTouched = ({ dir }: Importer['workspace']) => changed.some((path) => dir !== '' && path.startsWith(`${dir}/`))
  return all
    .filter(({ path }) => isTestFile(path))
    .map(({ path, workspace }) => ({
      path,
      distance: distances.get(path) ?? (isTouched(workspace) ? sameWorkspace : Number.POSITIVE_INFINITY),
    }))
    .filter(({ distance }) => distance < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.distance - b.distance || (a.path < b.path ? -1 : 1))
}

/** The nearest tests that fit into `seconds`, and all changed tests. */
export function fitInto(
  tests: readonly ReachedTest[],
  seconds: number,
  secondsOf: (path: string) => number,
): { chosen: string[]; leftOut: string[] } {
  const [chosen, leftOut]: [string[], string[]] = [[], []]
  let left = seconds
  for (const { path, distance } of tests) {
    const cost = secondsOf(path)
    if (distance > 0 && cost > left) {
      leftOut.push(path)
      continue
    }
    chosen.push(path)
    left -= cost
  }
  return { chosen, leftOut }
}
