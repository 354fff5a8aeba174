import type { Summary } from './summarise.ts'

/** A target for ours, as in the issue. */
export type Verdict = { target: string; limit: string; is: string; isMet: boolean }

type Pairs = Record<string, { ours: Summary; bare: Summary }>

const times = (n: number) => `${n.toFixed(2)}×`
const perProfile = (pairs: Pairs, say: (name: string, pair: { ours: Summary; bare: Summary }) => Verdict) =>
  Object.entries(pairs).map(([name, pair]) => say(name, pair))

/** Ours against every target, under each profile if the target is a time. */
export function judge(pairs: Pairs, packages: number): Verdict[] {
  const [[, first]] = Object.entries(pairs) as [[string, { ours: Summary; bare: Summary }]]
  const over = (first.ours.median.jsBefore - first.bare.median.jsBefore) / 1024
  const heap = first.ours.median.heap / first.bare.median.heap
  return [
    verdict('JavaScript before the button over the bare page', 25, over, (n) => `${n.toFixed(1)} KiB`),
    ...perProfile(pairs, (name, { ours }) => verdict(`button visible, ${name}`, 1.25, ours.ratio.button, times)),
    ...perProfile(pairs, (name, { ours }) =>
      verdict(`tap at once to first wallet, ${name}`, 1.3, ours.ratio.tapRow, times),
    ),
    ...perProfile(pairs, (name, { ours }) =>
      verdict(`click to dialog, ${name}`, 100, ours.median.clickDialog, (n) => `${n.toFixed(0)} ms`),
    ),
    ...perProfile(pairs, (name, { ours, bare }) =>
      verdict(
        `longest task over 50 ms, ${name}`,
        Math.max(50, bare.median.longest),
        ours.median.longest,
        (n) => `${n.toFixed(0)} ms`,
      ),
    ),
    verdict('heap after opening', 2, heap, times),
    verdict('packages', 30, packages, String),
  ]
}

const verdict = (target: string, limit: number, is: number, write: (n: number) => string): Verdict => ({
  target,
  limit: write(limit),
  is: write(is),
  isMet: is <= limit,
})
