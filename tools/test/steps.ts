import { join } from 'node:path'
import { listFiles } from '../check/listFiles.ts'
import { formatProblem } from '../check/problem.ts'
import { formatOutcome, runChecks } from '../check/runChecks.ts'
import { findProgram, locateProgram, type Program, programs } from './findProgram.ts'
import { runVitest } from './runVitest.ts'
import { failedStep, noTally, type RunTally, type Tally } from './tally.ts'

export type StepName = (typeof stepNames)[number] | (typeof loneSteps)[number]
/** The steps that run only by name. */
export const loneSteps = ['browsers', 'hostile', 'drop-in', 'create', 'install', 'release'] as const
/** The steps of `npm test`. */
export const stepNames = ['check', 'unit', 'integration', 'e2e'] as const

const titles: Record<StepName, string> = {
  check: 'rules, types and lint',
  unit: 'unit tests',
  integration: 'integration tests: real processes, chains and databases',
  e2e: 'end-to-end browser tests',
  browsers: 'whole journeys in Chromium, Firefox and WebKit',
  hostile: 'attacks on a whole stack, for minutes',
  'drop-in': 'AppKit as published, on our servers',
  create: 'pages of one’s own, by npm create billfold',
  install: 'the packages as others install them: bundlers, compilers, test runners',
  release: 'the release from two clones, and its images as containers',
}
const files: Record<Exclude<StepName, 'check'>, RegExp> = {
  unit: /(?<!\.int)\.test\.tsx?$/,
  integration: /\.int\.test\.tsx?$/,
  e2e: /^e2e\/.*\.e2e\.ts$/,
  browsers: /^e2e\/.*\.browsers\.ts$/,
  hostile: /^hostile\/.*\.hostile\.ts$/,
  'drop-in': /^e2e\/dropin\/.*\.dropin\.ts$/,
  create: /^e2e\/create\/.*\.create\.ts$/,
  install: /^e2e\/install\/[^/]*\.install\.ts$/,
  release: /^e2e\/release\/.*\.release\.ts$/,
}

const needs: Record<Exclude<StepName, 'check'>, readonly Program[]> = {
  unit: [],
  integration: [programs.chromium, programs.redis],
  e2e: [programs.chromium],
  browsers: [programs.chromium, programs.firefox, programs.webkit, programs.display],
  hostile: [],
  'drop-in': [programs.chromium],
  create: [programs.chromium],
  install: [programs.chromium],
  release: [],
}
/** The programs that a step can do without, and then skips tests. */
const uses: Partial<Record<StepName, readonly Program[]>> = {
  e2e: [programs.firefox, programs.webkit, programs.display],
}

export type StepOptions = {
  root: string
  filters: string[]
  env: NodeJS.ProcessEnv
  signal: AbortSignal
  say: (line: string) => void
  /** Prints nothing of vitest's output: for a run inside of another. */
  isQuiet?: boolean
}

/** The result of a step; one of vitest's can rerun a file of it, alone. */
export type StepTally = Tally & { run?: RunTally; again?: (path: string) => Promise<RunTally> }

/** Runs one step and reports its progress. */
export async function runStep(name: StepName, options: StepOptions): Promise<StepTally> {
  const { root, say } = options
  say(`\n${name}: ${titles[name]}`)
  if (name === 'check') return check(root, say)
  if (!(await listFiles(root)).some((path) => files[name].test(path))) {
    say('  no tests yet')
    return noTally()
  }
  const env = { ...options.env }
  for (const program of needs[name]) {
    const programPath = await findProgram(program, say)
    if (typeof programPath !== 'string') return failedStep(name, programPath.sentence)
    env[program.variable] = programPath
  }
  for (const program of uses[name] ?? [])
    if (!(await locateProgram(program)))
      say(`  ${program.package} is not installed: ${program.use} are left out. npm run test:browsers installs it.`)
  const run = await runVitest(name, { ...options, env })
  const fullTrace = { ...env, BILLFOLD_TRACE: 'full' }
  const again = (path: string) =>
    runVitest(name, { ...options, env: fullTrace, filters: [join(root, path)], seed: run.seed })
  const { passed, failed, skipped, failures } = run
  return { passed, failed, skipped, failures, run, again }
}

async function check(root: string, say: (line: string) => void): Promise<Tally> {
  const outcomes = await runChecks(root, (outcome) =>
    say(
      formatOutcome(outcome)
        .map((line) => `  ${line}`)
        .join('\n'),
    ),
  )
  const broken = outcomes.filter(({ problems }) => problems.length > 0)
  return {
    passed: outcomes.length - broken.length,
    failed: broken.length,
    skipped: 0,
    failures: broken.map(({ name, problems }) => ({
      where: `check › ${name}`,
      what: problems.map(formatProblem).join('\n'),
    })),
  }
}
