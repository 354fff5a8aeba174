import type { Clock } from './clock.ts'
import type { Http } from './http.ts'
import type { Log } from './log.ts'
import type { Page } from './page.ts'
import type { Storage } from './storage.ts'

/** All external dependencies of a kit; tests use fakes. */
export type Ports = { http: Http; storage: Storage; clock: Clock; page: Page; log: Log }
