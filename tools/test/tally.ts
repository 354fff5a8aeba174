/** What a step came to: the last line of `npm test` is the sum of these. */
export type Tally = { passed: number; failed: number; skipped: number; failures: Failure[] }
export type Failure = { where: string; what: string }

export const noTally = (): Tally => ({ passed: 0, failed: 0, skipped: 0, failures: [] })

/** A step that could not be run at all counts as one failure: silence must not look like success. */
export const failedStep = (where: string, what: string): Tally => ({
  ...noTally(),
  failed: 1,
  failures: [{ where, what }],
})

/** The sum of several steps. */
export function addUp(tallies: Tally[]): Tally {
  return tallies.reduce(
    (sum, one) => ({
      passed: sum.passed + one.passed,
      failed: sum.failed + one.failed,
      skipped: sum.skipped + one.skipped,
      failures: [...sum.failures, ...one.failures],
    }),
    noTally(),
  )
}
