import type { Kit } from '../../kit.ts'

/** Waits, but not past the moment the visitor looks again or no one wants to know. */
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
