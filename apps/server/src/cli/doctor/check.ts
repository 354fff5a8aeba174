import { StartupError } from '../../process/startupError.ts'

/** One line of the report. `run` resolves with what it saw, and throws a StartupError with what to do; it never prints a secret. */
export type Check = { name: string; run: (signal: AbortSignal) => Promise<string> }
export type CheckResult = { name: string; isOk: boolean; detail: string }

const deadlineMs = 15_000

/** Runs all checks in parallel, each with a deadline, and returns their results in order. */
export function runChecks(checks: readonly Check[], patienceMs = deadlineMs): Promise<CheckResult[]> {
  return Promise.all(
    checks.map(async ({ name, run }) => {
      const signal = AbortSignal.timeout(patienceMs)
      const late = new Promise<never>((_, fail) => {
        signal.addEventListener('abort', () =>
          fail(new StartupError(`No response within ${patienceMs / 1_000} seconds.`)),
        )
      })
      try {
        return { name, isOk: true, detail: await Promise.race([run(signal), late]) }
      } catch (e) {
        return { name, isOk: false, detail: describeFault(e) }
      }
    }),
  )
}

/** Only our own sentences are printed: others' errors may quote an address with a key. */
function describeFault(e: unknown): string {
  if (e instanceof StartupError) return e.message
  const { code, cause } = e as { code?: unknown; cause?: { code?: unknown } }
  const known = [code, cause?.code].find((each) => typeof each === 'string' && /^[A-Z0-9_]{3,40}$/.test(each))
  return `Failed (${typeof known === 'string' ? known : (e as Error).name}).`
}
