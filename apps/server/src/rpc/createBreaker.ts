/** Keeps callers from waiting for something that keeps failing. */
export type Breaker = {
  /** Whether to ask: false while `key` rests. After the rest one caller tries; the others wait for how that went. */
  allows(key: string): boolean
  succeeded(key: string): void
  failed(key: string): void
  /** Neither: the attempt was given up from outside and says nothing about the other side. */
  released(key: string): void
  /** The keys that rest now, for the metrics. */
  resting(): string[]
}

type State = { failures: number; restsUntil: number; isTrying: boolean }

/** A circuit breaker with one state per key: so many failures in a row, and the key rests; twice as long each time, up to a limit. */
export function createBreaker({
  failures = 5,
  restMs = 5_000,
  longestRestMs = 60_000,
  now = () => performance.now(),
} = {}): Breaker {
  const states = new Map<string, State>()
  const release = (key: string) => {
    const state = states.get(key)
    if (state) state.isTrying = false
  }
  return {
    allows(key) {
      const state = states.get(key)
      if (!state || state.failures < failures) return true
      if (state.isTrying || now() < state.restsUntil) return false
      state.isTrying = true
      return true
    },
    succeeded: (key) => void states.delete(key),
    failed(key) {
      const state = states.get(key) ?? { failures: 0, restsUntil: 0, isTrying: false }
      state.failures += 1
      state.isTrying = false
      if (state.failures >= failures)
        state.restsUntil = now() + Math.min(longestRestMs, restMs * 2 ** Math.min(20, state.failures - failures))
      states.set(key, state)
    },
    released: release,
    resting: () => [...states].filter(([, s]) => s.failures >= failures && now() < s.restsUntil).map(([key]) => key),
  }
}
