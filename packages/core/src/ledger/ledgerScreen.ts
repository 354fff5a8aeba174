import type { Stop } from '../ports/clock.ts'
import type { LedgerAccount } from './ledgerFamily.ts'
import type { LedgerState } from './ledgerState.ts'

export type LedgerChoice = { account: LedgerAccount } | 'more' | 'back'
/** The visitor's actions, with their values. */
type Actions = { grant: undefined; retry: undefined; choose: LedgerChoice }
export type LedgerScreen = ReturnType<typeof createLedgerScreen>

/** The visitor's next step, and their action on it. */
export function createLedgerScreen() {
  let state: LedgerState = { phase: 'idle' }
  const listeners = new Set<() => void>()
  const awaited: { [K in keyof Actions]?: PromiseWithResolvers<Actions[K]> } = {}
  return {
    get: () => state,
    subscribe(listener: () => void): Stop {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    show(next: LedgerState): void {
      state = next
      for (const listener of [...listeners]) listener()
    },
    /** Waits for an action; rejects when the task is cancelled. */
    next<K extends keyof Actions>(action: K, signal: AbortSignal): Promise<Actions[K]> {
      const own = Promise.withResolvers<Actions[K]>()
      awaited[action] = own as (typeof awaited)[K]
      if (signal.aborted) own.reject(signal.reason)
      signal.addEventListener('abort', () => own.reject(signal.reason), { once: true })
      return own.promise
    },
    act<K extends keyof Actions>(action: K, value: Actions[K]): void {
      awaited[action]?.resolve(value)
    },
  }
}
