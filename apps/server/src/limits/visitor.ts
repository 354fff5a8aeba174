import { AsyncLocalStorage } from 'node:async_hooks'

const visitors = new AsyncLocalStorage<{ who: string; project?: string }>()

/** Does work for a visitor, as `clientAddress` counts them: whatever it waits for, below, is waited for in that name. */
export const asVisitor = <T>(visitor: string, work: () => T): T => visitors.run({ who: visitor }, work)

/** Does work for no one but the server itself, no matter who it was that made it necessary. */
export const asServer = <T>(work: () => T): T => visitors.exit(work)

/** The visitor that the server works for now; undefined where it works for itself. */
export const visitorNow = (): string | undefined => visitors.getStore()?.who

/** Says for which project the visitor of now asks, once that is known. */
export function nameProject(project: string): void {
  const store = visitors.getStore()
  if (store) store.project = project
}

/** For which project the server works now. */
export const projectNow = (): string | undefined => visitors.getStore()?.project
