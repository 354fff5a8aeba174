import { deadlineIn } from '../limits/deadlineIn.ts'
import { untilAborted } from '../limits/untilAborted.ts'
import { currentVisitor, runAsServer } from '../limits/visitor.ts'

/** Something cheap that works where the other side does, and that no visitor has a say in; rejects where it does not. */
export type Probe = (signal: AbortSignal) => Promise<unknown>

/** Keeps callers from waiting for something that keeps failing. */
export type Breaker = {
  /** Whether to ask: false while `key` rests. After the rest one caller tries; the others wait for how that went. */
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
  /** Neither: the attempt was given up from outside and says nothing about the other side. */
  released(key: string): void
  /** The keys that rest for everyone now, for the metrics. */
  resting(): string[]
}

type State = { failures: number; restsUntil: number; isTrying: boolean; voices: Set<string> }

/** How long the other side may take for what is cheap. */
const probeMs = 3_000
/** Visitors whose own failures are remembered at most. */
const mostOwn = 10_000

/**
 * A circuit breaker with one state per key: after a number of failures in a row the key is skipped, twice as long each
 * time, up to a limit. A visitor counts once: one who fails again and again closes the key only for themselves. The
 * breaker opens for everyone when the key fails for that many visitors, or for the server itself; if the requests may
 * be the cause, when a probe fails.
 */
export function createBreaker({
  failures = 5,
  restMs = 5_000,
  longestRestMs = 60_000,
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
    if (voice !== undefined && state.voices.size < mostOwn) state.voices.add(voice)
    if (isOpen(state))
      state.restsUntil = now() + Math.min(longestRestMs, restMs * 2 ** Math.min(20, state.failures - failures))
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
      if (own.size <= mostOwn) break
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
      // Whatever is wrong with it, it is wrong for everyone.
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
      // Also where this was the one question that was to show, after a rest, whether all is well again.
      const isDue = voices.size >= failures || (state?.isTrying === true && isOpen(state))
      if (isDue && !probed.has(key)) void look(key, probe)
    },
    failedForAsker(key) {
      const state = shared.get(key)
      // It was not this question that was to show whether all is well again.
      if (state) state.isTrying = false
      noteOwn(key)
    },
    released(key) {
      for (const state of statesOf(key)) if (state) state.isTrying = false
    },
    resting: () => [...shared].filter(([, s]) => isOpen(s) && now() < s.restsUntil).map(([key]) => key),
  }
}
