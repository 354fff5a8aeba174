import { isViewReady } from '../features/modal/viewRules.ts'
import type { Kit } from '../kit.ts'
import { isOpen } from '../model/transactions.ts'
import type { Stop } from '../ports/clock.ts'
import type { EventArgs } from '../store/store.ts'
import type { After, Reaction } from './reaction.ts'
import { reactToAccount } from './reactToAccount.ts'
import { reactToConnect } from './reactToConnect.ts'
import { reactToModal } from './reactToModal.ts'
import { reactToNetwork } from './reactToNetwork.ts'
import { reactToNotice } from './reactToNotice.ts'
import { reactToTransaction, trackOpen } from './reactToTransaction.ts'
import { reactToView } from './reactToView.ts'

const reactions: readonly Reaction[] = [
  reactToView,
  reactToNotice,
  reactToModal,
  reactToConnect,
  reactToAccount,
  reactToNetwork,
  reactToTransaction,
]

/** Reactions: the only place where one feature's event starts another's work. */
export function startReactions(kit: Kit, missed: readonly EventArgs[] = []): Stop {
  const timers = new Map<string, Stop>()
  const after: After = (name, ms, run) => {
    timers.get(name)?.()
    if (run) timers.set(name, kit.ports.clock.after(ms ?? 0, run))
  }
  const dispatch = (...args: EventArgs) => {
    for (const react of reactions) react(kit, args, after)
    // Last: a reaction may have brought what a view needs.
    const [, now] = args
    if (!now.modal.history.every((view) => isViewReady(now, view))) kit.store.send({ type: 'modal/checked' })
  }
  const stop = kit.store.onEvent(dispatch)
  for (const args of missed) dispatch(...args)
  if (kit.store.get().transactions.some(isOpen) || kit.ports.storage.get('@billfold/asked')) trackOpen(kit, after)
  return () => {
    stop()
    for (const cancel of timers.values()) cancel()
  }
}
