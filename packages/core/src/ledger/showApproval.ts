import type { Kit } from '../kit.ts'
import type { View } from '../model/modal.ts'
import { ledgerOf } from './ledgerOf.ts'

const approval: View = { name: 'ApproveTransaction' }
const shown = new WeakSet<Kit>()

/** Shows what to do on the device while a request waits for it; leaving that view cancels the request. Idempotent. */
export function showApproval(kit: Kit): void {
  if (shown.has(kit)) return
  shown.add(kit)
  const { store } = kit
  let isActive = false
  const isShown = () => {
    const { modal } = store.get()
    return modal.open && modal.history.at(-1)?.name === approval.name
  }
  const ledger = ledgerOf(kit)
  ledger.onActive((active) => {
    // While connecting, the view of the attempt shows it.
    if (active && store.get().connectAttempt.phase === 'connecting') return
    if (active) {
      if (!isShown()) store.send({ type: store.get().modal.open ? 'modal/pushed' : 'modal/opened', view: approval })
      isActive = true
    } else if (isActive) {
      isActive = false
      if (!isShown()) return
      if (store.get().modal.history.length > 1) store.send({ type: 'modal/wentBack' })
      else store.send({ type: 'modal/closed', rest: { name: 'Account' } })
    }
  })
  kit.endWith(
    store.onEvent(() => {
      if (!isActive || isShown()) return
      isActive = false
      ledger.cancel()
    }),
  )
}
