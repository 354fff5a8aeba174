import { systemClock } from './clock.ts'
import { browserHttp } from './http.ts'
import { consoleLog } from './log.ts'
import { browserPage } from './page.ts'
import type { Ports } from './ports.ts'
import { serverPage } from './serverPage.ts'
import { browserStorage } from './storage.ts'

/** What a browser lends; where there is none (a server that renders the page) a page that stands still. */
export function browserPorts(): Ports {
  const shared = { clock: systemClock, http: browserHttp(systemClock), log: consoleLog }
  if (typeof window === 'undefined')
    return {
      ...shared,
      page: serverPage,
      storage: { get: () => undefined, set: () => undefined, onChange: () => () => undefined },
    }
  return { ...shared, page: browserPage(window), storage: browserStorage(window) }
}
