import { resolve } from 'node:path'
import { watchParent } from '../setup/watchParent.ts'
import { runStep, type StepName, stepNames } from './steps.ts'
import { addUp, type Tally } from './tally.ts'

const root = resolve(import.meta.dirname, '../..')
const shownLines = 12
const [first, ...filters] = process.argv.slice(2)
const isStep = (name: string): name is StepName => (stepNames as readonly string[]).includes(name)
if (first !== undefined && !isStep(first)) {
  console.error(
    `There is no step ${JSON.stringify(first)}: npm test runs ${stepNames.join(', ')}, or one of them by name.`,
  )
  process.exit(1)
}

const interrupt = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupt.abort())
watchParent(() => interrupt.abort())

const began = performance.now()
const tallies: Tally[] = []
for (const name of first === undefined ? stepNames : [first]) {
  if (interrupt.signal.aborted) break
  const say = (line: string) => console.log(line)
  tallies.push(await runStep(name, { root, filters, env: process.env, signal: interrupt.signal, say }))
}

const { passed, failed, skipped, failures } = addUp(tallies)
if (failures.length > 0) console.log('\nWhat failed:')
for (const { where, what } of failures) {
  const lines = what.split('\n')
  const rest = lines.length > shownLines ? [`… and ${lines.length - shownLines} more lines`] : []
  console.log([`\n✗ ${where}`, ...[...lines.slice(0, shownLines), ...rest].map((line) => `    ${line}`)].join('\n'))
}
const notes = [
  `${((performance.now() - began) / 1000).toFixed(0)} s`,
  skipped > 0 && `${skipped} skipped`,
  interrupt.signal.aborted && 'interrupted',
]
console.log(`\n${notes.filter(Boolean).join(', ')}`)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 && !interrupt.signal.aborted ? 0 : 1)
