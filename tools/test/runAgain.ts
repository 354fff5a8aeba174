import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { keepPictures } from './keepPictures.ts'
import type { StepTally } from './steps.ts'
import { addUp, type Failure, type FileTally, noTally, type RunTally, type Tally } from './tally.ts'

/** A file that failed and then passed alone, with the details needed to find out why. */
export type Unsteady = {
  file: string
  /** The seed with which vitest orders tests. */
  seed: number | undefined
  /** fast-check's seeds, with the path to the example: `123, path: "4:1"`. */
  propertySeeds: string[]
  failures: Failure[]
  pictures: string[]
}

type Options = { root: string; signal: AbortSignal; say: (line: string) => void }
type Outcome = { tally: Tally; unsteady: Unsteady[]; list?: string }

/** More failed files than these are not one flaky test: rerun none. */
const most = 10

const fastCheckSeed = /\bseed: (-?\d+(?:, path: "[^"]*")?)/g

/** Reruns every failed file alone. One that passes then is flaky: it counts as passed, and goes into a list. */
export async function runAgain(steps: readonly StepTally[], { root, signal, say }: Options): Promise<Outcome> {
  const failed = steps.flatMap(({ run, again }) =>
    run && again ? run.files.filter((file) => file.failed > 0).map((first) => ({ first, run, again })) : [],
  )
  if (failed.length === 0 || signal.aborted) return { tally: addUp(steps), unsteady: [] }
  if (failed.length > most) {
    say(`\n${failed.length} test files failed: more than ${most} are not run again.`)
    return { tally: addUp(steps), unsteady: [] }
  }
  say(`\nagain: ${failed.length === 1 ? 'the file that failed, alone' : 'the files that failed, each alone'}`)
  const folder = join(root, '.billfold', 'unsteady', new Date().toISOString().replaceAll(':', '-'))
  const later = new Map<FileTally, Tally>()
  const unsteady: Unsteady[] = []
  for (const [index, { first, run, again }] of failed.entries()) {
    if (signal.aborted) break
    const { failures, pictures } = await keepPictures(first.failures, { root, folder: join(folder, String(index + 1)) })
    const second = await again(first.path)
    if (signal.aborted) break
    later.set(first, judge({ ...first, failures }, second))
    if (later.get(first)?.failed !== 0) continue
    const propertySeeds = failures.flatMap(({ what }) => [...what.matchAll(fastCheckSeed)].map((match) => match[1]!))
    unsteady.push({ file: first.path, seed: run.seed, propertySeeds, failures, pictures })
  }
  const tally = addUp(
    steps.flatMap<Tally>((step) =>
      step.run ? [...step.run.files.map((file) => later.get(file) ?? file), step.run.outside] : [step],
    ),
  )
  if (unsteady.length === 0) return { tally, unsteady }
  await mkdir(folder, { recursive: true })
  const list = join(folder, 'unsteady.json')
  await writeFile(list, `${JSON.stringify(unsteady, undefined, 2)}\n`)
  return { tally, unsteady, list: relative(root, list) }
}

/**
 * The later result counts, unless it does not show that the failed test passes. A test that failed twice reports both
 * failures.
 */
function judge(first: FileTally, again: RunTally): Tally {
  const second = again.files.find(({ path }) => path === first.path)
  const failureLines = (failures: readonly Failure[], run: string) =>
    failures.map(({ where, what }) => ({ where: `${where} (${run})`, what }))
  const firstTold = failureLines(first.failures, 'first run')
  const unfit = [...again.outside.failures]
  if (!second) unfit.push({ where: first.path, what: 'did not run the second time' })
  else if (second.failed > 0)
    return { ...second, failures: [...firstTold, ...failureLines([...second.failures, ...unfit], 'again, alone')] }
  else if (second.passed === 0) unfit.push({ where: first.path, what: 'passed no test the second time' })
  else
    for (const name of first.failedTests)
      if (!second.passedTests.includes(name)) unfit.push({ where: name, what: 'did not run the second time' })
  if (unfit.length === 0) return { ...noTally(), passed: second!.passed, skipped: second!.skipped }
  return { ...first, failures: [...firstTold, ...failureLines(unfit, 'again, alone')] }
}
