import type { Stop } from '@billfold/core/ports/clock'
import type { Ports } from '@billfold/core/ports/ports'
import { retryUntilDone } from '@billfold/core/ports/retryUntilDone'

const firstMs = 5000

/** Fetches what is missing by itself: at once when the browser is online again, and now and then, for a server may be back. */
export function retryMissing(
  { clock, page }: Pick<Ports, 'clock' | 'page'>,
  missing: readonly (() => Promise<unknown>)[],
  done: () => void,
): Stop {
  const trying = retryUntilDone(
    clock,
    async () => {
      await Promise.all(missing.map((load) => load()))
      stop()
      done()
    },
    // That it is missing is on the screen.
    () => undefined,
  )
  const stopTimer = clock.after(firstMs, trying.now)
  page.events.addEventListener('online', trying.now)
  const stop = () => {
    stopTimer()
    trying.stop()
    page.events.removeEventListener('online', trying.now)
  }
  return stop
}
