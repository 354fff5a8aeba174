import { deadlineIn } from '../limits/deadlineIn.ts'
import { untilAborted } from '../limits/untilAborted.ts'
import { currentVisitor, runAsServer } from '../limits/visitor.ts'

/** A cheap health check that visitors cannot influence; rejects if the upstream is down. */
export type Probe = (signal: AbortSignal) => Promise<unknown>

/** Fails fast for an upstream that keeps failing. */
export type Breaker = {
  /** False while `key` is skipped. After the back-off one caller tries; the others wait for its result. */
  allows(key: string): boolean
  succeeded(key: string): void
  failed(key: string): void
  /**
   * It failed, perhaps because of the request: counted for the caller. Once it has failed for as many visitors as would
   * open the breaker, the server sends a cheap probe, which alone decides.
   */
  doubted(key: string, probe: Probe): void
  /** It failed, perhaps because of the request: counted for the caller only. */
  failedForAsker(key: string): void
  /** Neither: the attempt was aborted from outside and says nothing about the upstream. */
  released(key: string): void
  /** The keys that are open for everyone now, for the metrics. */
  resting(): string[]
}

type State = { failures: number; restsUntil: number; isTrying: boolean; voices: Set<string> }

/** Deadline of a probe. */
const probeMs = 3_000
/** The most visitors whose own failures are remembered. */
const maxVoices = 10_000

/**
 * A circuit breaker with one state per key: after a number of failures in a row the key is skipped, twice as long each
 * time, up to a limit. A visitor counts once: one who fails again and again closes the key only for themselves. The
 * breaker opens for everyone when the key fails for that many visitors, or for the server itself; if the requests may
 * be the cause, when a probe fails.
 */
export function createBreaker({
  failures = 5,
  restMs = 5_000,
  maxRestMs = 60_000,
  now = () => performance.now(),
  visitor = currentVisitor,
} = {}): Breaker {
  const shared = new Map<string, State>()
  const own = new Map<string, State>()
  const doubts = new Map<string, Set<string>>()
  const probed = new Set<string>()

  const isOpen = (state: State | undefined) => state !== undefined && state.failures >= failures
  const mayTry = (state: State | undefined) =>
    !state || !isOpen(state) || (!state.isTrying && now() >= state.restsUntil)
  const note = (states: Map<string, State>, key: string, voice?: string) => {
    const state = states.get(key) ?? { failures: 0, restsUntil: 0, isTrying: false, voices: new Set<string>() }
    // Requests already in flight when the breaker opened tell nothing new: a burst must not extend the back-off.
    if (isOpen(state) && !state.isTrying && now() < state.restsUntil) return
    state.isTrying = false
    if (voice === undefined || !state.voices.has(voice)) state.failures += 1
    if (voice !== undefined && state.voices.size < maxVoices) state.voices.add(voice)
    if (isOpen(state))
      state.restsUntil = now() + Math.min(maxRestMs, restMs * 2 ** Math.min(20, state.failures - failures))
    states.delete(key)
    states.set(key, state)
  }
  const ownKey = (key: string, who: string) => `${who} ${key}`
  const statesOf = (key: string) => {
    const who = visitor()
    return [shared.get(key), who === undefined ? undefined : own.get(ownKey(key, who))]
  }

  function noteOwn(key: string) {
    const who = visitor()
    if (who === undefined) return
    note(own, ownKey(key, who))
    for (const oldest of own.keys()) {
      if (own.size <= maxVoices) break
      own.delete(oldest)
    }
  }

  async function look(key: string, probe: Probe) {
    probed.add(key)
    const deadline = deadlineIn(probeMs)
    try {
      await runAsServer(() => untilAborted(probe(deadline), { deadline }))
      shared.delete(key)
    } catch {
      // A failure that is independent of the request.
      do note(shared, key)
      while (!isOpen(shared.get(key)))
    } finally {
      doubts.delete(key)
      probed.delete(key)
    }
  }

  return {
    allows(key) {
      const states = statesOf(key)
      if (!states.every(mayTry)) return false
      for (const state of states) if (state && isOpen(state)) state.isTrying = true
      return true
    },
    succeeded(key) {
      const who = visitor()
      shared.delete(key)
      doubts.delete(key)
      if (who !== undefined) own.delete(ownKey(key, who))
    },
    failed(key) {
      note(shared, key, visitor())
      noteOwn(key)
    },
    doubted(key, probe) {
      const who = visitor()
      if (who === undefined) return note(shared, key)
      noteOwn(key)
      const state = shared.get(key)
      const voices = doubts.get(key) ?? new Set()
      doubts.set(key, voices.add(who))
      // Even if this was the one trial request after a back-off.
      const isDue = voices.size >= failures || (state?.isTrying === true && isOpen(state))
      if (isDue && !probed.has(key)) void look(key, probe)
    },
    failedForAsker(key) {
      const state = shared.get(key)
      // This was not the trial request.
      if (state) state.isTrying = false
      noteOwn(key)
    },
    released(key) {
      for (const state of statesOf(key)) if (state) state.isTrying = false
    },
    resting: () => [...shared].filter(([, s]) => isOpen(s) && now() < s.restsUntil).map(([key]) => key),
  }
}
