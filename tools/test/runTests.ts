import { runAgain, type Unsteady } from './runAgain.ts'
import { runStep, type StepName, type StepOptions, type StepTally } from './steps.ts'
import { addUp, type Failure } from './tally.ts'

const shownLines = 12

/** Runs steps one after the other and says what they came to; true if all is well. With `CI` set, what failed gets a second run. */
export async function runTests(names: readonly StepName[], options: StepOptions): Promise<boolean> {
  const { root, env, signal, say } = options
  const began = performance.now()
  const steps: StepTally[] = []
  for (const name of names) if (!signal.aborted) steps.push(await runStep(name, options))
  const isCi = env.CI === 'true' || env.CI === '1'
  const { tally, unsteady, list } = isCi
    ? await runAgain(steps, { root, signal, say })
    : { tally: addUp(steps), unsteady: [], list: undefined }

  const { passed, failed, skipped, failures } = tally
  if (unsteady.length > 0) say('\nUnsteady: failed, then passed alone. Mend these before anything else is begun.')
  for (const one of unsteady) say(describeUnsteady(one))
  if (list) say(`\nThis list, in full: ${list}`)
  if (failures.length > 0) say('\nWhat failed:')
  for (const failure of failures) say(`\n${describe(failure, '✗')}`)
  const notes = [
    `${((performance.now() - began) / 1000).toFixed(0)} s`,
    skipped > 0 && `${skipped} skipped`,
    unsteady.length > 0 && `${unsteady.length} unsteady`,
    signal.aborted && 'interrupted',
  ]
  say(`\n${notes.filter(Boolean).join(', ')}`)
  say(`${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0 && !signal.aborted
}

function describeUnsteady({ file, seed, propertySeeds, failures, pictures }: Unsteady): string {
  const seeds = [`seed: ${seed ?? 'unknown'}`, ...propertySeeds.map((each) => `fast-check seed: ${each}`)]
  const shown = pictures.map((path) => `picture: ${path}`)
  const facts = [...seeds, ...shown].map((line) => `  ${line}`)
  return ['', `~ ${file}`, ...facts, ...failures.map((failure) => describe(failure, ' '))].join('\n')
}

function describe({ where, what }: Failure, mark: string): string {
  const lines = what.split('\n')
  const rest = lines.length > shownLines ? [`… and ${lines.length - shownLines} more lines`] : []
  return [`${mark} ${where}`, ...[...lines.slice(0, shownLines), ...rest].map((line) => `    ${line}`)].join('\n')
}
