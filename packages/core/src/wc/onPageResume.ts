import type { Stop } from '../ports/clock.ts'
import type { Page } from '../ports/page.ts'

/** Fires when the page becomes visible, or goes online or offline, since its state may be outdated. */
export function onPageResume({ events, onVisible }: Pick<Page, 'events' | 'onVisible'>, run: () => void): Stop {
  const listen = () => run()
  const names = ['online', 'offline']
  for (const name of names) events.addEventListener(name, listen)
  const stop = onVisible(run)
  return () => {
    for (const name of names) events.removeEventListener(name, listen)
    stop()
  }
}
