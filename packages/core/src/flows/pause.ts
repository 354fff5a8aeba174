import type { Kit } from '../kit.ts'

/** Waits, but ends early when the visitor looks again or the polling is cancelled. */
export function pause(kit: Kit, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stops = [kit.ports.clock.after(ms, done), kit.ports.page.onVisible(done)]
    function done() {
      for (const stop of stops) stop()
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}
