import { namespaces } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import type { Stop } from '../../ports/clock.ts'
import { findConnection } from './connections.ts'
import { reconnectWallet } from './reconnectWallet.ts'
import { connectorKey } from './remembered.ts'
import { switchConnection } from './switchConnection.ts'

/** Mirrors what another tab of the site does: disconnects and connects the same wallets. */
export function followTabs(kit: Kit): Stop {
  return kit.ports.storage.onChange((key, value) => {
    const namespace = namespaces.find((n) => connectorKey(n) === key)
    if (!namespace) return
    const account = kit.store.get().account[namespace]
    if (value === undefined) {
      kit.latest.cancel(`reconnect/${namespace}`)
      kit.store.send({ type: 'account/disconnected', namespace, by: 'otherTab' })
      return
    }
    if (account.status !== 'disconnected' && account.connectorId === value) return
    if (account.status === 'connecting' || value.length > 300) return
    if (findConnection(kit.store.get(), { namespace, connectorId: value }))
      return switchConnection(kit, { namespace, connectorId: value })
    if (account.status === 'connected')
      kit.store.send({ type: 'account/disconnected', namespace, by: 'otherTab', next: value })
    kit.store.send({ type: 'account/reconnecting', namespace, connectorId: value })
    void reconnectWallet(kit, { namespace })
  })
}
