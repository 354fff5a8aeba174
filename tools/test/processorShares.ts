import { readFileSync } from 'node:fs'

/** CPU time of all cores since the machine started, in clock ticks. */
export type ProcessorTicks = { all: number; idle: number; stolen: number }

/** Reads the first line of Linux's `/proc/stat`; undefined on other systems. */
export function parseTicks(stat: string): ProcessorTicks | undefined {
  const numbers = /^cpu +(\d+(?: \d+){7})/.exec(stat)?.[1]?.split(' ').map(Number)
  if (!numbers) return undefined
  // user, nice, system, idle, iowait, irq, softirq, steal
  return { all: numbers.reduce((sum, each) => sum + each, 0), idle: numbers[3]! + numbers[4]!, stolen: numbers[7]! }
}

export function readTicks(): ProcessorTicks | undefined {
  try {
    return parseTicks(readFileSync('/proc/stat', 'utf8'))
  } catch {
    return undefined
  }
}

/**
 * The share of CPU time that was idle between two readings, and the share that the host of a virtual machine gave to
 * others. A run that is slow with little of either does more work; one that lost a third to the host says nothing about
 * the tests.
 */
export function describeShares(before: ProcessorTicks | undefined, after: ProcessorTicks | undefined): string {
  if (!before || !after || after.all <= before.all) return ''
  const share = (part: 'idle' | 'stolen') => Math.round(((after[part] - before[part]) / (after.all - before.all)) * 100)
  return `of the processor ${share('idle')} % idle, ${share('stolen')} % taken by the host`
}
