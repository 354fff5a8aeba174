/** What a step came to: the last line of `npm test` is the sum of these. */
export type Tally = { passed: number; failed: number; skipped: number; failures: Failure[] }
export type Failure = { where: string; what: string }

/** What one test file came to, how long it took with what it loads, and which of its tests passed or failed, by `where`. */
export type FileTally = Tally & { path: string; seconds: number; passedTests: string[]; failedTests: string[] }

/** What a run of vitest came to: file by file, and what belongs to none of them. The seed is the one that orders vitest's tests. */
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

/** A run's files, and what belongs to none of them, with their sum. */
export const runTally = (files: FileTally[], outside: Tally, seed?: number): RunTally => ({
  ...addUp([...files, outside]),
  ...(seed === undefined ? {} : { seed }),
  files,
  outside,
})
