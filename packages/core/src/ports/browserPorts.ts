import { systemClock } from './clock.ts'
import type { Http } from './http.ts'
import { consoleLog } from './log.ts'
import { browserPage } from './page.ts'
import type { Ports } from './ports.ts'
import { serverPage } from './serverPage.ts'
import { browserStorage } from './storage.ts'

/** Loaded with the first request: an idle page makes no requests. */
const lazyHttp: Http = async (request) => (await import('./http.ts')).browserHttp(systemClock)(request)

/** The browser's ports; on a server that renders the page, inert ones. `prefix` starts the storage keys. */
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
