import { join } from 'node:path'
import { readModules } from '../check/readModules.ts'
import { readChangedFiles } from './changedFiles.ts'
import { findTestsFor, fitInto } from './findTestsFor.ts'
import { type PlannedStep, runTests } from './runTests.ts'
import { readSeconds } from './runVitest.ts'
import type { StepOptions } from './steps.ts'

/**
 * The maximum of seconds for the files of a step in total. With the rules and types that makes three minutes on two
 * cores. Unit tests share the modules they load and take a second each.
 */
const budgets = { unit: 120, integration: 120, e2e: 0 } as const
/** For a file that this checkout has not run yet. */
const usual = { unit: 0.5, integration: 8, e2e: 35 } as const

const stepOf = (path: string): keyof typeof budgets =>
  path.endsWith('.e2e.ts') ? 'e2e' : path.includes('.int.test.') ? 'integration' : 'unit'

/**
 * Runs the rules and the tests that a change can break, nearest first, within three minutes; names those that did not
 * fit.
 */
export async function runChanged(base: string | undefined, options: Omit<StepOptions, 'filters'>): Promise<boolean> {
  const { root, say } = options
  const changed = await readChangedFiles(root, base)
  if (changed.length === 0) {
    say('Nothing has changed.')
    return true
  }
  const tests = findTestsFor((await readModules(root)).values(), changed)
  const measured = readSeconds(root)
  const plan: PlannedStep[] = [{ name: 'check' }]
  const leftOut: string[] = []
  for (const step of ['unit', 'integration', 'e2e'] as const) {
    const ofStep = tests.filter(({ path }) => stepOf(path) === step)
    const fit = fitInto(ofStep, budgets[step], (path) => measured[path] ?? usual[step])
    if (fit.chosen.length > 0) plan.push({ name: step, filters: fit.chosen.map((path) => join(root, path)) })
    leftOut.push(...fit.leftOut)
  }
  const counts = plan.flatMap(({ name, filters }) => (filters ? [`${filters.length} ${name}`] : []))
  say(`${changed.length} changed files; test files: ${counts.join(', ') || 'none'}`)
  const passed = await runTests(plan, options)
  if (leftOut.length > 0)
    say(
      `\nLeft out, ${leftOut.length} files that the change may reach too:\n${leftOut.map((path) => `  ${path}`).join('\n')}`,
    )
  return passed
}
