import { setTimeout as sleep } from 'node:timers/promises'
import { launch, type Run } from './launch.ts'
import { isSentence, reasonOf } from './reasonOf.ts'
import type { Service } from './services.ts'
import { StartError } from './startError.ts'

/** An event of a service, for display. */
export type Happening =
  | { type: 'ready'; service: string; milliseconds: number; isBack: boolean }
  | { type: 'ended'; service: string; reason: string; againInMs: number; wasReady: boolean }

/** A service that restarts whenever it ends. */
export type SupervisedService = {
  /** Resolves when it first works; rejects with its sentence if it never does. */
  ready: Promise<void>
  pid: () => number | undefined
  stop: () => Promise<void>
}

type Options = {
  cwd: string
  env: NodeJS.ProcessEnv
  onLine: (line: string) => void
  tell: (happening: Happening) => void
  pace?: Partial<Pace>
}

/** Delays and limits; shorter in tests. */
export type Pace = {
  firstDelayMs: number
  longestDelayMs: number
  healthyMs: number
  graceMs: number
  attempts: number
}
const usualPace: Pace = { firstDelayMs: 200, longestDelayMs: 10_000, healthyMs: 30_000, graceMs: 5_000, attempts: 5 }

/** Keeps a service running until it is stopped: restarts it after every end, with backoff. */
export function keepRunning(service: Service, options: Options): SupervisedService {
  const pace = { ...usualPace, ...options.pace }
  const { tell } = options
  const stopping = new AbortController()
  const first = Promise.withResolvers<void>()
  first.promise.catch(() => {}) // callers of `ready` get the error; no one else needs it
  let run: Run | undefined

  const live = async () => {
    let delay = pace.firstDelayMs
    let wasReady = false
    let failures = 0
    let lastReason = ''
    while (!stopping.signal.aborted) {
      const began = performance.now()
      const current = launch(service, options)
      run = current
      const over = new AbortController()
      const ended = current.ended.finally(() => over.abort())
      let steady: NodeJS.Timeout | undefined
      if (await becomesReady(service, current, over.signal)) {
        tell({ type: 'ready', service: service.name, milliseconds: performance.now() - began, isBack: wasReady })
        wasReady = true
        first.resolve()
        steady = setTimeout(() => {
          delay = pace.firstDelayMs
        }, pace.healthyMs)
      }
      const exit = await ended
      clearTimeout(steady)
      run = undefined
      if (stopping.signal.aborted) return
      const complaints = current.complaints()
      const reason = reasonOf(exit, complaints)
      if (!wasReady) {
        failures++
        // It reported wrong settings twice in one sentence, or never comes up: a person must fix that.
        const knows = exit.code === 78 || (isSentence(exit, complaints) && reason === lastReason)
        if (knows || failures >= pace.attempts)
          return first.reject(new StartError(`${service.name} can’t start: ${reason}`))
        lastReason = reason
      }
      tell({ type: 'ended', service: service.name, reason, againInMs: delay, wasReady })
      await sleep(delay, undefined, { signal: stopping.signal }).catch(() => {}) // stopped while it waited
      delay = Math.min(delay * 2, pace.longestDelayMs)
    }
  }
  const life = live().catch(first.reject)

  return {
    ready: first.promise,
    pid: () => run?.pid,
    async stop() {
      stopping.abort()
      first.reject(new StartError(`${service.name} was stopped before it was ready.`))
      await run?.stop(pace.graceMs)
      await life
    },
  }
}

/** True once the service responds; false if it ends first. */
async function becomesReady({ health }: Service, run: Run, over: AbortSignal): Promise<boolean> {
  const gone = new Promise<false>((resolve) => over.addEventListener('abort', () => resolve(false), { once: true }))
  if ('line' in health) return Promise.race([run.printed(health.line).then(() => true), gone])
  while (!over.aborted) {
    if (await answers(health.url)) return !over.aborted
    await sleep(50, undefined, { signal: over }).catch(() => {}) // it ended: the loop handles that
  }
  return false
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(2_000) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false // not up yet: check again
  }
}
