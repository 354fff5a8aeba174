import { resolve } from 'node:path'
import { watchParent } from '../setup/watchParent.ts'
import { runTests } from './runTests.ts'
import { loneSteps, type StepName, stepNames } from './steps.ts'

const root = resolve(import.meta.dirname, '../..')
const [first, ...filters] = process.argv.slice(2)
const isStep = (name: string): name is StepName => ([...stepNames, ...loneSteps] as readonly string[]).includes(name)
if (first !== undefined && !isStep(first)) {
  console.error(`Unknown step ${JSON.stringify(first)}. npm test runs ${stepNames.join(', ')}, or any one by name.`)
  process.exit(1)
}

const interrupt = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupt.abort())
watchParent(() => interrupt.abort())

const say = (line: string) => console.log(line)
const options = { root, filters, env: process.env, signal: interrupt.signal, say }
process.exit((await runTests(first === undefined ? stepNames : [first], options)) ? 0 : 1)
