import { AsyncLocalStorage } from 'node:async_hooks'

/** The callers that wait for one piece of work; undefined is the server itself. */
type Party = {
  members: Set<string | undefined>
  joined: Set<(who: string | undefined) => void>
  accounts: Set<WorkAccount | undefined>
}
/** Charges a request's work to its visitor. */
export type WorkAccount = { charge(units: number): void }
type Store = { who: string | undefined; project?: string; party?: Party; account?: WorkAccount | undefined }

const visitors = new AsyncLocalStorage<Store>()

/**
 * Runs work for a visitor, as `clientAddress` counts them: everything that the work waits for is charged to that
 * visitor.
 */
export const runAsVisitor = <T>(visitor: string, work: () => T, account?: WorkAccount): T =>
  visitors.run({ who: visitor, account }, work)

/** Runs work outside any visitor's limits. */
export const runAsServer = <T>(work: () => T): T => visitors.exit(work)

/** The visitor that the server currently works for; undefined if it works for itself. */
export const currentVisitor = (): string | undefined => visitors.getStore()?.who

/** The accounts of all callers of the current work; undefined is the server's own. */
export function currentAccounts(): readonly (WorkAccount | undefined)[] {
  const store = visitors.getStore()
  return store?.party ? [...store.party.accounts] : [store?.account]
}

/** Sets the project of the current visitor. */
export function nameProject(project: string): void {
  const store = visitors.getStore()
  if (store) store.project = project
}

/** The project that the server currently works for. */
export const currentProject = (): string | undefined => visitors.getStore()?.project

/** All callers of the current work. `onJoin` reports later ones, until it is stopped. */
export function currentCallers(): {
  members: readonly (string | undefined)[]
  onJoin(listener: (who: string | undefined) => void): () => void
} {
  const store = visitors.getStore()
  const party = store?.party
  if (!party) return { members: [store?.who], onJoin: () => () => {} }
  return {
    members: [...party.members],
    onJoin(listener) {
      party.joined.add(listener)
      return () => party.joined.delete(listener)
    },
  }
}

/**
 * Runs work whose result others may share. It is charged to one of its callers with room, so that no one waits behind
 * another's burst; `join` adds the current caller, and all who wait for that caller, until the work is over.
 */
export function shareWork<T>(work: () => Promise<T>): { result: Promise<T>; join(): void } {
  const store = visitors.getStore()
  const party: Party = { members: new Set(), joined: new Set(), accounts: new Set() }
  const stops = new Set<() => void>()
  const add = (who: string | undefined) => {
    if (party.members.has(who)) return
    party.members.add(who)
    for (const listener of [...party.joined]) listener(who)
  }
  let isOver = false
  const join = () => {
    if (isOver) return
    const { members, onJoin } = currentCallers()
    for (const who of members) add(who)
    for (const account of currentAccounts()) party.accounts.add(account)
    stops.add(onJoin(add))
  }
  join()
  const { who, project } = store ?? {}
  const result = visitors.run({ who, ...(project && { project }), party }, work)
  const leave = () => {
    isOver = true
    for (const stop of stops) stop()
  }
  result.then(leave, leave)
  return { result, join }
}
