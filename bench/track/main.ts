import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findRegressions } from './findRegressions.ts'
import { appendRun, historyFolder, readHistories, readHistory } from './history.ts'
import { type TrackedBenchmark, trackedBenchmarks } from './trackedBenchmarks.ts'
import { writeBenchmarksPage } from './writeBenchmarksPage.ts'

// npm run bench:track [-- --only names.ts,buy.ts --history <folder>]
// Runs the benchmarks that state a ratio, whole, one after the other; appends the ratios to this machine's history, and draws
// docs/benchmarks.md again. Exits with code 1 if a ratio is more than 10 % above the median of the last five runs, and is so a second time.

const { values } = parseArgs({
  options: { only: { type: 'string' }, history: { type: 'string', default: historyFolder } },
})
const only = values.only?.split(',')
const chosen = trackedBenchmarks.filter(({ command: [file] }) => !only || only.includes(file))
if (chosen.length === 0) throw new Error(`No benchmark is named ${values.only}.`)
const root = join(import.meta.dirname, '../..')

const run = (command: string, args: readonly string[]): Promise<string> =>
  // Exit code 1 may be a missed bar of the benchmark's own: what counts is whether its ratios are there.
  new Promise((done) =>
    execFile(command, args, { cwd: root, timeout: 1_800_000, maxBuffer: 2 ** 26 }, (_, out, errors) =>
      done(`${out}\n${errors}`),
    ),
  )

async function measure({ command: [file, ...args], ratios }: TrackedBenchmark): Promise<Record<string, number>> {
  const output = await run(process.execPath, [join(root, 'bench', file), ...args])
  return Object.fromEntries(
    Object.entries(ratios).map(([name, read]) => [name, Math.round(read(output) * 1_000) / 1_000]),
  )
}

const machine = `${process.platform} ${process.arch} ${cpus()[0]?.model.trim() ?? ''} ${cpus().length} cores`
const before = readHistory(machine, values.history)
const load = loadavg()[0]!
const measured: Record<string, number> = {}
for (const benchmark of chosen) {
  const first = await measure(benchmark)
  // A neighbor's work passes, a regression stays.
  const again = findRegressions(before, first).length > 0 ? await measure(benchmark) : first
  for (const [name, ratio] of Object.entries(first)) {
    measured[name] = Math.min(ratio, again[name]!)
    console.log(`${measured[name].toFixed(3).padStart(8)}  ${name}`)
  }
}

const commit = (await run('git', ['rev-parse', '--short=8', 'HEAD'])).trim()
const date = new Date().toISOString().slice(0, 10)
appendRun(machine, { date, commit, load: Math.round(load * 10) / 10, ratios: measured }, values.history)
if (values.history === historyFolder)
  await writeFile(join(root, 'docs/benchmarks.md'), writeBenchmarksPage(readHistories()))

const regressions = findRegressions(before, measured)
for (const { name, usual, now } of regressions)
  console.error(
    `✗ ${name}: ${now.toFixed(3)}, ${((now / usual - 1) * 100).toFixed(0)} % above its usual ${usual.toFixed(3)}`,
  )
console.log(`${before.length + 1} runs of this machine, ${regressions.length} regressions`)
process.exit(regressions.length > 0 ? 1 : 0)
