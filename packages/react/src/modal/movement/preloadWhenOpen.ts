import type { Kit } from '@billfold/core/kit'
import { isConnected } from '@billfold/core/model/connectedAccount'
import type { ViewName } from '@billfold/core/model/modal'
import { whenIdle } from '../../hooks/whenIdle.ts'
import type { loadLater as LoadLater } from '../loadLater.ts'

/** Likely next views of a disconnected visitor, the likeliest first. */
const toConnect = [
  'Connect',
  'ConnectingExternal',
  'ConnectingWalletConnect',
  'AllWallets',
  'ConnectingMultiChain',
  'ConnectWallets',
  // With it come what a wallet is, and where one is had.
  'GetWallet',
] as const satisfies readonly ViewName[]

type SavingNavigator = { connection?: { saveData?: boolean } }

/**
 * Preloads the code of the screens that may be next while the dialog is open, so that no step waits for it: one at a
 * time and only while idle, since the dialog itself comes first.
 */
export function preloadWhenOpen(kit: Kit, loadLater: typeof LoadLater): () => void {
  let stopWaiting: (() => void) | undefined
  let waiting: ViewName[] = []
  // The view that needs the code handles a failure.
  const fetchOne = (name: ViewName | undefined) =>
    loadLater()
      .then(({ viewMap }) => name && viewMap[name].preload?.())
      .catch(() => undefined)
  const fetchNext = () => {
    stopWaiting = whenIdle(async () => {
      await fetchOne(waiting.shift())
      if (waiting.length > 0) fetchNext()
    })
  }
  const fetchAll = async () => {
    waiting = Object.keys((await loadLater()).viewMap) as ViewName[]
    fetchNext()
  }
  const begin = () => {
    stopWaiting?.()
    // With data saving on, each screen's code loads when it opens.
    if ((navigator as SavingNavigator).connection?.saveData) return
    waiting = [...toConnect]
    if (isConnected(kit.store.get())) fetchAll().catch(() => undefined)
    else fetchNext()
  }
  const stop = kit.store.onEvent((event) => {
    if (event.type === 'modal/opened') begin()
  })
  if (kit.store.get().modal.open) begin()
  return () => {
    waiting = []
    stop()
    stopWaiting?.()
  }
}
