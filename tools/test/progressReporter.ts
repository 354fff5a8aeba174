import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { type FileTally, noTally, runTally, type Tally } from './tally.ts'

type Thrown = {
  message?: string
  stack?: string
  stacks?: { file: string; line: number; column: number }[]
  diff?: string
  /** The file that ran when an error occurred outside its tests. */
  VITEST_TEST_PATH?: string
}

declare module 'vitest' {
  interface TaskMeta {
    /** A line that a test adds to the run's output, such as a measurement: `task.meta.note = …`. */
    note?: string
  }
}

const silence = 15_000

/** A line per test file as it ends, with the run's progress; the tally goes to the file that BILLFOLD_TALLY names. */
export default function createProgressReporter(): Reporter {
  let total = 0
  let done = 0
  let seed: number | undefined
  const running = new Set<string>()
  let quietSince = performance.now()
  const print = (line: string) => {
    quietSince = performance.now()
    console.log(line)
  }
  const heartbeat = setInterval(() => {
    if (running.size > 0 && performance.now() - quietSince > silence) print(`  … running ${[...running].join(', ')}`)
  }, 1_000)
  heartbeat.unref()
  return {
    onInit({ config }) {
      seed = config.sequence.seed
    },
    onTestRunStart(specifications) {
      total = specifications.length
    },
    onTestModuleStart(module) {
      running.add(module.relativeModuleId)
    },
    onTestModuleEnd(module) {
      done++
      running.delete(module.relativeModuleId)
      const { passed, failed, skipped, seconds } = tallyOf(module)
      const counts = [`${passed} passed`, failed > 0 && `${failed} failed`, skipped > 0 && `${skipped} skipped`]
      const place = `[${String(done).padStart(String(total).length)}/${total}]`
      const mark = failed > 0 ? '✗' : '✓'
      print(
        `  ${mark} ${place} ${module.relativeModuleId}  ${counts.filter(Boolean).join(', ')}, ${seconds.toFixed(1)} s`,
      )
      for (const test of module.children.allTests()) {
        const { note } = test.meta()
        if (note) print(`      ${note}`)
      }
    },
    onTestRunEnd(modules, unhandled) {
      clearInterval(heartbeat)
      const files = modules.map(tallyOf)
      const outside = noTally()
      for (const error of unhandled as readonly Thrown[]) {
        const file = files[modules.findIndex(({ moduleId }) => moduleId === error.VITEST_TEST_PATH)]
        fail(file ?? outside, file ? `${file.path}, outside any test` : 'outside any test', [error])
      }
      const path = process.env.BILLFOLD_TALLY
      if (path) writeFileSync(path, JSON.stringify(runTally(files, outside, seed)))
    },
  }
}

function tallyOf(module: TestModule): FileTally {
  const where = module.relativeModuleId
  const { collectDuration, setupDuration, duration } = module.diagnostic()
  const seconds = (collectDuration + setupDuration + duration) / 1000
  const tally: FileTally = { ...noTally(), path: where, seconds, passedTests: [], failedTests: [] }
  for (const test of module.children.allTests()) {
    const { state, errors = [] } = test.result()
    const name = `${where} › ${test.fullName}`
    if (state === 'passed') {
      tally.passed++
      tally.passedTests.push(name)
    } else if (state === 'skipped') tally.skipped++
    else {
      // A test that is pending at the end has no result.
      fail(tally, name, errors)
      tally.failedTests.push(name)
    }
  }
  for (const error of module.errors()) fail(tally, where, [error])
  for (const suite of module.children.allSuites())
    for (const error of suite.errors()) fail(tally, `${where} › ${suite.fullName}`, [error])
  return tally
}

function fail(tally: Tally, where: string, errors: readonly Thrown[]): void {
  tally.failed++
  tally.failures.push({ where, what: describeAll(errors) })
}

/** Each error once: vitest reports one from a fixture's teardown twice. */
const describeAll = (errors: readonly Thrown[]): string =>
  [...new Set(errors.map(describe))].join('\n') || 'did not finish'

function describe({ message, stack, stacks, diff }: Thrown): string {
  const frame = stacks?.[0]
  const place = frame ? `at ${frame.file}:${frame.line}:${frame.column}` : undefined
  return [message ?? stack ?? 'no error message', diff, place].filter(Boolean).join('\n')
}
