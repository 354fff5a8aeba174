import { commandRules } from './commands.ts'
import { formatProblem, type Problem, type Rule } from './problem.ts'
import { rules } from './rules.ts'

/** The outcome of a rule. */
export type Outcome = { name: string; problems: Problem[]; warnings: Problem[]; milliseconds: number }

/** Runs every rule at once and reports each as soon as it is done, in the order of the list. */
export async function runChecks(
  root: string,
  tell: (outcome: Outcome) => void,
  list: Rule[] = allRules,
): Promise<Outcome[]> {
  const running = list.map((rule) => runRule(rule, root))
  const outcomes: Outcome[] = []
  for (const outcome of running) {
    outcomes.push(await outcome)
    tell(outcomes.at(-1)!)
  }
  return outcomes
}

/** Rules, types and lint: all of `npm run check`. */
const allRules: Rule[] = [...rules, ...commandRules]

/** An outcome as the lines that `npm run check` prints for it. */
export function formatOutcome({ name, problems, warnings, milliseconds }: Outcome): string[] {
  const failed = problems.length > 0
  const note = failed ? `  ${problems.length} to fix` : warnings.length > 0 ? `  ${warnings.length} to watch` : ''
  return [
    `${failed ? '✗' : '✓'} ${name.padEnd(22)} ${(milliseconds / 1000).toFixed(1).padStart(5)} s${note}`,
    ...problems.map((problem) => `    ${formatProblem(problem)}`),
    ...(failed ? [] : warnings.map((problem) => `    note: ${formatProblem(problem)}`)),
  ]
}

async function runRule({ name, check }: Rule, root: string): Promise<Outcome> {
  const began = performance.now()
  // A rule that throws has not passed: its own error is the finding.
  const findings = await check(root).catch((error: unknown) => [
    { path: name, sentence: `could not run: ${String(error)}` },
  ])
  const problems = findings.filter((problem: Problem) => !problem.warning)
  const warnings = findings.filter((problem: Problem) => problem.warning)
  return { name, problems, warnings, milliseconds: performance.now() - began }
}
