import { bare } from './apps.ts'
import type { Sample } from './visitApp.ts'

/** A sample with its app, profile and round. */
export type Taken = { app: string; profile: string; round: number; sample: Sample }

export const measures = [
  'jsBefore',
  'button',
  'tapRow',
  'clickDialog',
  'clickRow',
  'longest',
  'longTasks',
  'heap',
] as const satisfies readonly (keyof Sample)[]

/**
 * Medians, and the median of each sample's ratio to the bare page's of the same round: slowness that affects both
 * cancels out.
 */
export type Summary = { count: number; median: Sample; ratio: Sample }

export function median(list: readonly number[]): number {
  const sorted = list.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[middle - 1], sorted[middle]]
  if (high === undefined) return Number.NaN
  return sorted.length % 2 === 1 || low === undefined ? high : (low + high) / 2
}

/** The summary of all rounds of one page under one profile. */
export function summarise(taken: readonly Taken[], app: string, profile: string): Summary {
  const own = taken.filter((each) => each.app === app && each.profile === profile)
  const besides = (round: number) =>
    taken.find((each) => each.app === bare && each.profile === profile && each.round === round)?.sample
  const table = (value: (each: Taken, measure: keyof Sample) => number | undefined) =>
    Object.fromEntries(
      measures.map((measure) => [
        measure,
        median(own.map((each) => value(each, measure)).filter((n) => n !== undefined)),
      ]),
    ) as Sample
  return {
    count: own.length,
    median: table(({ sample }, measure) => sample[measure]),
    ratio: table(({ sample, round }, measure) => {
      const base = besides(round)?.[measure]
      return base ? sample[measure] / base : undefined
    }),
  }
}
