import { Session } from 'node:inspector/promises'
import { fileURLToPath } from 'node:url'
import { countNatives } from './countNatives.ts'

/** Counts of steps: blocks of code by their position, and letters or entries in built-in functions by their names. */
export type Steps = ReadonlyMap<string, number>

/**
 * Counts the steps of code, block by block, with the engine's own counters: the same work gives the same numbers on any
 * machine, busy or not. It counts only modules that load afterwards, so open it first.
 */
export async function openStepCounter() {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const natives = countNatives()

  async function take(): Promise<Steps> {
    const { result } = await session.post('Profiler.takePreciseCoverage')
    const steps = new Map<string, number>()
    for (const { url, functions } of result) {
      if (!url.startsWith('file:')) continue
      for (const { functionName, ranges } of functions)
        for (const { startOffset, count } of ranges) {
          const place = `${fileURLToPath(url)} ${functionName || '(unnamed)'} at ${startOffset}`
          if (count > 0) steps.set(place, Math.max(steps.get(place) ?? 0, count))
        }
    }
    for (const [name, count] of natives.take()) steps.set(name, count)
    return steps
  }

  await take()
  return {
    /** The steps of one piece of work, to its end, and of earlier uncounted work. */
    async count(work: () => unknown): Promise<Steps> {
      await work()
      return take()
    },
    /** The regular expressions that have run over a long text. */
    patterns: natives.patterns,
  }
}
export type StepCounter = Awaited<ReturnType<typeof openStepCounter>>
