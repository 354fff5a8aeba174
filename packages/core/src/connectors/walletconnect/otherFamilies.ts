import { type CaipNetworkId, isNamespace, type Namespace } from '@billfold/protocol/caip'
import { familyOf, isChainId } from '@billfold/protocol/wc/namespaces'
import type { NetworkInput } from '../../features/network/toNetwork.ts'
import type { WcSession } from '../../wc/wcSession.ts'
import { walletConnectId } from '../connector.ts'
import { addressesOn, networksOf } from './grantedSession.ts'
import type { HubEvent } from './hubEvent.ts'

/** A site's networks of families that the kit does not speak, by their CAIP-2 names; what is none is asked of nobody. */
export const otherChains = (networks: readonly NetworkInput[]): CaipNetworkId[] =>
  networks
    .map(
      ({ caipNetworkId, id, chainNamespace }) =>
        caipNetworkId ?? (chainNamespace ? `${chainNamespace}:${id}` : `${id}`),
    )
    .filter(isChainId) as CaipNetworkId[]

/** The families of a session that the kit does not speak. */
export const otherFamiliesOf = (session: WcSession | undefined): Namespace[] =>
  [...new Set(Object.keys(session?.namespaces ?? {}).map(familyOf))].filter((one) => !isNamespace(one)) as Namespace[]

/**
 * Tells what a session grants in families that the kit does not speak, as far as it changed: their accounts are connected as any
 * other, but belong to no network of the dialog, and nothing is known of their addresses.
 */
export function followOthers(tell: (event: HubEvent) => void): (session: WcSession | undefined) => void {
  const told = new Map<Namespace, string>()
  return (session) => {
    const families = otherFamiliesOf(session)
    for (const namespace of [...told.keys()].filter((one) => !families.includes(one))) {
      told.delete(namespace)
      tell({ type: 'account/disconnected', namespace, by: 'wallet' })
    }
    for (const namespace of session ? families : []) {
      const networks = networksOf(session!, namespace)
      const [networkId] = networks
      const [first, ...rest] = (networkId ? addressesOn(session!, networkId) : []).map((address) => ({
        address,
        type: 'eoa' as const,
      }))
      const text = JSON.stringify([networks, first, rest])
      if (!networkId || !first || told.get(namespace) === text) continue
      told.set(namespace, text)
      const granted = { accounts: [first, ...rest] as const, networkId, approvedNetworkIds: networks }
      const how = 'reconnect'
      tell({
        type: 'account/connected',
        namespace,
        connectorId: walletConnectId,
        how,
        ...granted,
        supportsAllNetworks: false,
      })
    }
  }
}
