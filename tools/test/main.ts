import { resolve } from 'node:path'
import { watchParent } from '../setup/watchParent.ts'
import { runChanged } from './runChanged.ts'
import { runTests } from './runTests.ts'
import { loneSteps, type StepName, stepNames } from './steps.ts'

const root = resolve(import.meta.dirname, '../..')
const [first, ...filters] = process.argv.slice(2)
const isStep = (name: string): name is StepName => ([...stepNames, ...loneSteps] as readonly string[]).includes(name)
const [, isChanged, base] = /^(--changed)(?:=(.+))?$/.exec(first ?? '') ?? []
if (first !== undefined && !isChanged && !isStep(first)) {
  console.error(
    `Unknown step ${JSON.stringify(first)}. npm test runs ${stepNames.join(', ')}, or any one by name, or --changed[=<commit>].`,
  )
  process.exit(1)
}

const interrupt = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupt.abort())
watchParent(() => interrupt.abort())

const say = (line: string) => console.log(line)
const options = { root, env: process.env, signal: interrupt.signal, say }
const run = () =>
  isChanged
    ? runChanged(base, options)
    : runTests(
        first === undefined ? stepNames.map((name) => ({ name })) : [{ name: first as StepName, filters }],
        options,
      )
process.exit((await run()) ? 0 : 1)
