import type { Stop } from '../ports/clock.ts'
import type { Page } from '../ports/page.ts'

/** Tells when a page is looked at again, or its network comes or goes: what was true before may not be any more. */
export function onWake({ events, onVisible }: Pick<Page, 'events' | 'onVisible'>, run: () => void): Stop {
  const listen = () => run()
  const names = ['online', 'offline']
  for (const name of names) events.addEventListener(name, listen)
  const stop = onVisible(run)
  return () => {
    for (const name of names) events.removeEventListener(name, listen)
    stop()
  }
}
