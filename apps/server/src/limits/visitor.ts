import { AsyncLocalStorage } from 'node:async_hooks'

const visitors = new AsyncLocalStorage<string>()

/** Does work for a visitor, as `clientAddress` counts them: whatever it waits for, below, is waited for in that name. */
export const asVisitor = <T>(visitor: string, work: () => T): T => visitors.run(visitor, work)

/** For whom the server works now; undefined where it works for itself. */
export const visitorNow = (): string | undefined => visitors.getStore()
