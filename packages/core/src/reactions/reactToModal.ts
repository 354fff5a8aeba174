import type { Opened } from '../features/modal/openViews.ts'
import { isView } from '../features/modal/viewRules.ts'
import type { Kit } from '../kit.ts'
import { isConnected } from '../model/connectedAccount.ts'
import { requestedNamespaces } from '../model/findNetwork.ts'
import type { Reaction } from './reaction.ts'

const shakeMs = 500

/** Opening the modal loads its data, and reports a view or a family that the site cannot show. */
export const reactToModal: Reaction = (kit, [event, now, before], after) => {
  if (now.modal.shake && !before.modal.shake)
    after('shake', shakeMs, () => kit.store.send({ type: 'modal/shakeEnded' }))
  switch (event.type) {
    case 'modal/opened':
      if (!isView(event.view)) refuse(kit, event)
      if (event.namespace && !requestedNamespaces(now).includes(event.namespace)) {
        refuse(kit, event)
        kit.store.send({ type: 'modal/reset', view: event.view })
      }
      // Deferred: an idle page does not load the modal's data.
      void kit.ports.page
        .painted()
        .then(() => import('../features/wallets/prefetch.ts'))
        .then(
          (m) => kit.store.get().modal.open && !kit.isDisposed && m.prefetch(kit, { connected: isConnected(now) }),
          (e) => kit.ports.log.info('Could not prefetch', e),
        )
      break
  }
}

/** Reports to the developer why a different view is shown. */
const refuse = (kit: Kit, event: Opened) =>
  void import('../features/modal/openViews.ts').then((m) => m.refuseOpening(kit, event), kit.ports.log.error)
