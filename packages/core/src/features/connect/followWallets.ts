import { type Namespace, namespaces } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import { connectedAccount } from '../../model/connectedAccount.ts'
import type { Connector, ConnectorEvent, Session, WalletAccount } from '../../model/connector.ts'
import type { Stop } from '../../ports/clock.ts'
import { findConnection } from './connections.ts'
import { parseAccounts } from './openSession.ts'
import { reconnectWallet } from './reconnectWallet.ts'
import { restoreConnection } from './restoreConnections.ts'

/** Follows changes in the connected wallets: account, chain, lock, unlock, disconnect. */
export function followWallets(kit: Kit): Stop {
  const followed = new Map<Connector, Stop>()
  const update = () => {
    const present = new Set(namespaces.flatMap((namespace) => knownConnectors(kit, namespace)))
    for (const [connector, stop] of followed)
      if (!present.has(connector)) {
        stop()
        followed.delete(connector)
      }
    for (const connector of present)
      if (!followed.has(connector))
        followed.set(
          connector,
          connector.on((e) => void hear(kit, connector, e)),
        )
  }
  update()
  const stop = kit.store.onEvent(update)
  return () => {
    stop()
    for (const leave of followed.values()) leave()
    followed.clear()
  }
}

function knownConnectors(kit: Kit, namespace: Namespace): readonly Connector[] {
  const { remembered, connections } = kit.store.get()
  const ids = new Set([remembered[namespace], ...(connections[namespace]?.known ?? [])])
  return [...ids].flatMap((id) => (id === undefined ? [] : (kit.connectors.get(namespace, id) ?? [])))
}

/** Applies a wallet's event to the current account or to another connection. */
async function hear(kit: Kit, connector: Connector, e: ConnectorEvent): Promise<void> {
  const { namespace, id: connectorId } = connector
  const state = kit.store.get()
  // Read again each time: the visitor may switch wallets while this loads.
  const isCurrent = () => connectedAccount(kit.store.get(), namespace)?.connectorId === connectorId
  if (!isCurrent() && !findConnection(state, { namespace, connectorId })) {
    // A locked or sleeping wallet is back: reconnect, unless the visitor is busy with it.
    const isBack = e.type === 'awoke' || (e.type === 'accountsChanged' && e.accounts.length > 0)
    if (!isBack || state.connectAttempt.phase === 'connecting') return
    if (state.remembered[namespace] === connectorId) return reconnectWallet(kit, { namespace })
    return restoreConnection(kit, { namespace, connectorId })
  }
  const send = kit.store.send
  const place = { namespace, connectorId }
  const left = () =>
    send(
      isCurrent()
        ? { type: 'account/disconnected', namespace, by: 'wallet' }
        : { type: 'connection/left', by: 'wallet', ...place },
    )
  if (e.type === 'awoke') return
  if (e.type === 'networkChanged') {
    const { networkId } = e
    if (isCurrent()) return send({ type: 'account/networkChanged', networkId, ...place })
    return send({ type: 'connection/networkChanged', networkId, ...place })
  }
  if (e.type === 'networksGranted')
    return send({ type: 'connection/networksGranted', networkIds: e.networkIds, ...place })
  if (e.type === 'disconnected' || e.accounts.length === 0) return left()
  await kit.latest(`accounts/${namespace}/${connectorId}`, async ({ signal }) => {
    const accounts = await readAccounts(kit, namespace, e.accounts)
    if (signal.aborted) return
    if (!accounts) return left()
    const changed = { account: accounts[0], accounts }
    if (isCurrent()) send({ type: 'account/changed', namespace, ...changed })
    else send({ type: 'connection/accountChanged', ...changed, ...place })
  })
}

/** The accounts in the family's own format; undefined if one is invalid, since the page cannot show it. */
async function readAccounts(
  kit: Kit,
  namespace: Namespace,
  shared: readonly WalletAccount[],
): Promise<Session['accounts'] | undefined> {
  try {
    const chain = await kit.chains[namespace]?.()
    return chain && parseAccounts(shared, chain.parseAddress)
  } catch (cause) {
    kit.ports.log.error('The wallet changed to an invalid account', cause)
    return undefined
  }
}
