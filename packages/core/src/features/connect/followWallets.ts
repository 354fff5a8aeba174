import { type Namespace, namespaces } from '@billfold/protocol/caip'
import type { Connector, ConnectorEvent } from '../../connectors/connector.ts'
import type { Kit } from '../../kit.ts'
import type { Stop } from '../../ports/clock.ts'
import { connectedAccount } from '../account/account.ts'
import { parseAccounts } from './openSession.ts'
import { reconnectWallet } from './reconnectWallet.ts'

/** Hears what the visitor does in the wallets they use here: other account, other chain, lock, unlock, leave. */
export function followWallets(kit: Kit): Stop {
  const followed = new Map<Namespace, { connector: Connector; stop: Stop }>()
  const update = () => {
    const { remembered } = kit.store.get()
    for (const namespace of namespaces) {
      const id = remembered[namespace]
      const connector = id === undefined ? undefined : kit.connectors.get(namespace, id)
      const present = followed.get(namespace)
      if (present?.connector === connector) continue
      present?.stop()
      followed.delete(namespace)
      if (connector) followed.set(namespace, { connector, stop: connector.on((e) => void hear(kit, connector, e)) })
    }
  }
  update()
  const stop = kit.store.onEvent(update)
  return () => {
    stop()
    for (const { stop: leave } of followed.values()) leave()
    followed.clear()
  }
}

async function hear(kit: Kit, connector: Connector, e: ConnectorEvent): Promise<void> {
  const { namespace } = connector
  const account = connectedAccount(kit.store.get(), namespace)
  if (account?.connectorId !== connector.id) {
    // A wallet that was locked or asleep is back: take the connection up where it was, unless the visitor is busy with it.
    const isBack = e.type === 'awoke' || (e.type === 'accountsChanged' && e.accounts.length > 0)
    if (isBack && kit.store.get().connectAttempt.phase !== 'connecting') await reconnectWallet(kit, { namespace })
    return
  }
  if (e.type === 'awoke') return
  if (e.type === 'networkChanged')
    return kit.store.send({ type: 'account/networkChanged', namespace, networkId: e.networkId })
  if (e.type === 'disconnected' || e.accounts.length === 0)
    return kit.store.send({ type: 'account/disconnected', namespace, by: 'wallet' })
  await kit.latest(`accounts/${namespace}`, async ({ send }) => {
    try {
      const chain = await kit.chains[namespace]?.()
      if (!chain) return
      const accounts = parseAccounts(e.accounts, chain.parseAddress)
      send({ type: 'account/addressChanged', namespace, address: accounts[0], accounts })
    } catch (cause) {
      // An account the page cannot name is none it may show.
      kit.ports.log.error('The wallet changed to an account that makes no sense', cause)
      send({ type: 'account/disconnected', namespace, by: 'wallet' })
    }
  })
}
