import { plainAccountType } from '@billfold/protocol/accountType'
import { type CaipNetworkId, isNamespace, type Namespace } from '@billfold/protocol/caip'
import { addressOfAccount, chainsOf, familyOf, grantsOn } from '@billfold/protocol/wc/namespaces'
import type { Session, WalletAccount } from '../../model/connector.ts'
import { aliasOf, chainNamed } from '../../wc/families.ts'
import type { WcSession } from '../../wc/wcSession.ts'

/** The one wallet that supports switching to any chain. */
const everywhere = 'MetaMask Wallet'

/** The wallet's id of a chain: an older one, if granted under that. */
export function wireChain(session: WcSession, networkId: string): string {
  const alias = aliasOf(networkId)
  const isGranted = (chain: string) => grantsOn(session.namespaces, chain).accounts.length > 0
  return alias !== undefined && !isGranted(networkId) && isGranted(alias) ? alias : networkId
}

/** A session's addresses on a network. */
export const addressesOn = (session: WcSession, networkId: string): string[] => [
  ...new Set(grantsOn(session.namespaces, wireChain(session, networkId)).accounts.map(addressOfAccount)),
]

/** Converts addresses to accounts, with a session's data on Bitcoin's. */
export function accountsOf(
  namespace: Namespace,
  addresses: readonly string[],
  session: WcSession | undefined,
): WalletAccount[] {
  const entries = namespace === 'bip122' ? toldOf(session?.sessionProperties?.bip122_getAccountAddresses) : []
  return addresses.map((address) => {
    const { publicKey, intention } = entries.find((one) => one?.address === address) ?? {}
    return {
      address,
      type: intention === 'ordinal' ? intention : plainAccountType(namespace),
      // Verified against the address before signing.
      ...(typeof publicKey === 'string' && { publicKey }),
    }
  })
}

/** The wallet's `getAccountAddresses` result, sent in advance: as a list, or under `payload`, often as text. */
function toldOf(value: unknown): readonly ({ address?: unknown; publicKey?: unknown; intention?: unknown } | null)[] {
  try {
    const parsed = typeof value === 'string' ? JSON.parse(value) : value
    const list = parsed?.payload ?? parsed
    return Array.isArray(list) ? list : []
  } catch {
    return [] // a text that is not a list has no data
  }
}

/** A family's networks with accounts in a session. */
export function networksOf(session: WcSession, namespace: Namespace): CaipNetworkId[] {
  const chains = Object.entries(session.namespaces)
    .filter(([key]) => familyOf(key) === namespace)
    .flatMap(([key, entry]) => chainsOf(key, entry))
    .map(chainNamed)
    .filter((chain) => addressesOn(session, chain).length > 0)
  return [...new Set(chains)] as CaipNetworkId[]
}

/** The kit's families with accounts in a session. */
export const namespacesOf = (session: WcSession): Namespace[] =>
  [...new Set(Object.keys(session.namespaces).map(familyOf))]
    .filter(isNamespace)
    .filter((namespace) => networksOf(session, namespace).length > 0)

/** A family's part of a session: on the wanted network if granted, otherwise on the first. */
export function grantedSession(session: WcSession, namespace: Namespace, wanted?: CaipNetworkId): Session | undefined {
  const networks = networksOf(session, namespace)
  const networkId = networks.find((id) => id === wanted) ?? networks[0]
  if (networkId === undefined) return undefined
  const [first, ...others] = accountsOf(namespace, addressesOn(session, networkId), session)
  if (first === undefined) return undefined
  return {
    accounts: [first, ...others],
    networkId,
    approvedNetworkIds: networks,
    supportsAllNetworks: session.peer.metadata.name === everywhere,
  }
}
