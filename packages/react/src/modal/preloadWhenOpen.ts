import { isConnected } from '@billfold/core/features/account/account'
import type { Kit } from '@billfold/core/kit'
import { whenIdle } from '../hooks/whenIdle.ts'
import { viewMap } from './viewMap.ts'

/**
 * Fetches the screens' code so that no step waits for it: the account's for who is connected, and all once the dialog is
 * open, one at a time and only while nothing else is to do, since the dialog itself comes first.
 */
export function preloadWhenOpen(kit: Kit): () => void {
  let stopWaiting: (() => void) | undefined
  const waiting = Object.values(viewMap)
  // A failure is heard by the view that needs the code.
  const fetchOne = (screen: (typeof waiting)[number] | undefined) => screen?.Body.preload?.().catch(() => undefined)
  const fetchNext = () => {
    if (waiting.length === 0) return
    stopWaiting = whenIdle(async () => {
      await fetchOne(waiting.shift())
      fetchNext()
    })
  }
  const stop = kit.store.onEvent((event) => {
    if (event.type === 'account/connected') void fetchOne(viewMap.Account)
    if (event.type === 'modal/opened' && !stopWaiting) fetchNext()
  })
  if (kit.store.get().modal.open) fetchNext()
  else if (isConnected(kit.store.get())) void fetchOne(viewMap.Account)
  return () => {
    waiting.length = 0
    stop()
    stopWaiting?.()
  }
}
