import type { TrackedRun } from './history.ts'

/** A ratio that rose by more than a tenth. */
export type Regression = { name: string; usual: number; now: number }

/** One slow run does not raise what is usual, nor does one fast run lower it. */
const comparedRuns = 5
/** With fewer there is no usual value. */
const minRuns = 3
const maxRise = 1.1

/** The ratios of a run that are more than 10 % above the median of the machine's last runs. */
export function findRegressions(before: readonly TrackedRun[], ratios: Record<string, number>): Regression[] {
  return Object.entries(ratios).flatMap(([name, now]) => {
    const past = before.flatMap((run) => run.ratios[name] ?? []).slice(-comparedRuns)
    if (past.length < minRuns) return []
    const usual = median(past)
    return now > usual * maxRise ? [{ name, usual, now }] : []
  })
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)]!, sorted[Math.floor(sorted.length / 2)]!]
  return (low + high) / 2
}
