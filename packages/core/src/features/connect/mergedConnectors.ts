import type { Namespace } from '@billfold/protocol/caip'
import type { ConnectorInfo } from '../../model/connector.ts'
import { walletConnectId } from '../../model/connector.ts'
import type { State } from '../../model/state.ts'

/** One wallet as the visitor sees it, across families. */
export type MergedConnector = Omit<ConnectorInfo, 'type'> & {
  type: ConnectorInfo['type'] | 'MULTI_CHAIN'
  /** One per family, the first announced first. */
  connectors: readonly [ConnectorInfo, ...ConnectorInfo[]]
}

/** Trust Wallet has different names per family. */
const normalName = (name: string): string => (name === 'Trust Wallet' ? 'Trust' : name)

/** Merges connectors of the same wallet, in their order. */
export function mergeConnectors(connectors: readonly ConnectorInfo[]): readonly MergedConnector[] {
  const byWallet = new Map<string, [ConnectorInfo, ...ConnectorInfo[]]>()
  const alone: MergedConnector[] = []
  for (const connector of connectors) {
    // The registry id identifies a wallet across families; any wallet may use any name.
    const key = connector.explorerId ?? normalName(connector.name)
    const group = byWallet.get(key)
    if (!group) byWallet.set(key, [connector])
    else if (group.some((c) => c.namespace === connector.namespace)) alone.push(merge([connector]))
    else group.push(connector)
  }
  return [...[...byWallet.values()].map(merge), ...alone]
}

function merge(group: [ConnectorInfo, ...ConnectorInfo[]]): MergedConnector {
  const [first] = group
  const icon = group.find((c) => c.icon)?.icon
  const rdns = group.find((c) => c.rdns)?.rdns
  return {
    ...first,
    name: normalName(first.name),
    ...(icon ? { icon } : {}),
    ...(rdns ? { rdns } : {}),
    type: group.length > 1 ? 'MULTI_CHAIN' : first.type,
    connectors: group,
  }
}

/** The state that determines the available wallets. */
export type Reachable = Pick<State, 'connectors'> & { modal: { namespace?: Namespace | undefined } }

/** The available wallets, of the modal's family if it shows only one; the embedded wallet is listed separately. */
export function mergedConnectors(
  state: Reachable,
  namespace: Namespace | undefined = state.modal.namespace,
): readonly MergedConnector[] {
  return mergeConnectors(state.connectors.filter((c) => c.type !== 'AUTH' && (!namespace || c.namespace === namespace)))
}

/** The wallet of a connector; for one behind a relay, its own metadata. */
export const findMerged = (state: State, connectorId: string): MergedConnector | undefined =>
  connectorId === walletConnectId
    ? walletAtPeer(state)
    : mergeConnectors(state.connectors).find((m) => m.connectors.some((c) => c.id === connectorId))

function walletAtPeer({ walletConnect: { peer }, network }: State): MergedConnector | undefined {
  const namespace = network.activeNamespace
  return peer && merge([{ id: walletConnectId, type: 'WALLET_CONNECT', namespace, linked: true, ...peer }])
}
