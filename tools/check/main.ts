import { resolve } from 'node:path'
import { formatOutcome, runChecks } from './runChecks.ts'

const root = resolve(process.argv[2] ?? resolve(import.meta.dirname, '../..'))
const outcomes = await runChecks(root, (outcome) => console.log(formatOutcome(outcome).join('\n')))
const failed = outcomes.filter(({ problems }) => problems.length > 0)
console.log(
  failed.length === 0 ? `\n${outcomes.length} rules hold` : `\n${failed.length} of ${outcomes.length} rules are broken`,
)
process.exitCode = failed.length === 0 ? 0 : 1
