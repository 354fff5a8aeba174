/** The result of a step. The last line of `npm test` adds these up. */
export type Tally = { passed: number; failed: number; skipped: number; failures: Failure[] }
export type Failure = { where: string; what: string }

/**
 * The result of one test file, its time with the modules it loads, and which of its tests passed or failed, by `where`.
 */
export type FileTally = Tally & { path: string; seconds: number; passedTests: string[]; failedTests: string[] }

/** The result of a vitest run, by file; `outside` belongs to no file. The seed orders vitest's tests. */
export type RunTally = Tally & { seed?: number; files: FileTally[]; outside: Tally }

export const noTally = (): Tally => ({ passed: 0, failed: 0, skipped: 0, failures: [] })

/** A step that could not be run at all counts as one failure: silence must not look like success. */
export const failedStep = (where: string, what: string): Tally => ({
  ...noTally(),
  failed: 1,
  failures: [{ where, what }],
})

/** The sum of several steps. */
export function addUp(tallies: readonly Tally[]): Tally {
  return tallies.reduce<Tally>(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
      failures: [...sum.failures, ...one.failures],
    }),
    noTally(),
  )
}

/** A run's files, and the results that belong to none of them, with their sum. */
export const runTally = (files: FileTally[], outside: Tally, seed?: number): RunTally => ({
  ...addUp([...files, outside]),
  ...(seed === undefined ? {} : { seed }),
  files,
  outside,
})
