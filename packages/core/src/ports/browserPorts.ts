import { systemClock } from './clock.ts'
import type { Http } from './http.ts'
import { consoleLog } from './log.ts'
import { browserPage } from './page.ts'
import type { Ports } from './ports.ts'
import { serverPage } from './serverPage.ts'
import { browserStorage } from './storage.ts'

/** Fetched with the first request: a page that rests makes none. */
const lazyHttp: Http = async (request) => (await import('./http.ts')).browserHttp(systemClock)(request)

/** What a browser lends; where there is none (a server that renders the page) a page that stands still. `prefix` begins the keys of its storage. */
export function browserPorts(prefix?: string): Ports {
  const page = globalThis.window
  return {
    clock: systemClock,
    http: lazyHttp,
    log: consoleLog,
    page: page ? browserPage(page) : serverPage,
    storage: browserStorage(page, prefix),
  }
}
