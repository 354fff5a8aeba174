import { describeShares, readTicks } from './processorShares.ts'
import { runAgain, type Unsteady } from './runAgain.ts'
import { runStep, type StepName, type StepOptions, type StepTally } from './steps.ts'
import { addUp, type Failure } from './tally.ts'

const shownLines = 12
/** The number of slowest files to name. */
const maxSlowFiles = 10

/** A step, and the files it runs: those whose path contains a filter, all by default. */
export type PlannedStep = { name: StepName; filters?: string[] }

/** Runs steps one after the other and prints their results; true if all pass. With `CI` set, reruns the failures. */
export async function runTests(plan: readonly PlannedStep[], options: Omit<StepOptions, 'filters'>): Promise<boolean> {
  const { root, env, signal, say } = options
  const began = performance.now()
  const ticks = readTicks()
  const steps: StepTally[] = []
  const times: string[] = []
  for (const { name, filters = [] } of plan) {
    if (signal.aborted) break
    const [stepBegan, stepTicks] = [performance.now(), readTicks()]
    steps.push(await runStep(name, { ...options, filters }))
    times.push(`${name} ${secondsSince(stepBegan)}`)
    // Idle cores ask for another worker or a shorter wait, busy ones for less work.
    const shares = describeShares(stepTicks, readTicks())
    if (plan.length > 1 && shares) say(`  ${secondsSince(stepBegan)}, ${shares}`)
  }
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
  const slowest = steps.flatMap(({ run }) => run?.files ?? []).sort((a, b) => b.seconds - a.seconds)
  if (slowest.length > 1) say('\nThe slowest files:')
  for (const { path, seconds } of slowest.length > 1 ? slowest.slice(0, maxSlowFiles) : [])
    say(`${seconds.toFixed(1).padStart(8)} s  ${path}`)
  const notes = [
    times.length > 1 ? `${secondsSince(began)} (${times.join(', ')})` : secondsSince(began),
    skipped > 0 && `${skipped} skipped`,
    unsteady.length > 0 && `${unsteady.length} unsteady`,
    signal.aborted && 'interrupted',
  ]
  const shares = describeShares(ticks, readTicks())
  say(`\n${notes.filter(Boolean).join(', ')}`)
  if (shares) say(shares)
  say(`${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0 && !signal.aborted
}

const secondsSince = (began: number): string => `${((performance.now() - began) / 1000).toFixed(0)} s`

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
