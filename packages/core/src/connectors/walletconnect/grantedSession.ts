import { plainAccountType } from '@billfold/protocol/accountType'
import { type CaipNetworkId, isNamespace, type Namespace } from '@billfold/protocol/caip'
import { addressOfAccount, chainsOf, familyOf, grantsOn } from '@billfold/protocol/wc/namespaces'
import { aliasOf, chainNamed } from '../../wc/families.ts'
import type { WcSession } from '../../wc/wcSession.ts'
import type { Session, WalletAccount } from '../connector.ts'

/** The one wallet that says it may be sent to any chain. */
const everywhere = 'MetaMask Wallet'

/** The name a wallet has for a chain: where it was granted under an older one, that. */
export function wireChain(session: WcSession, networkId: string): string {
  const alias = aliasOf(networkId)
  const isGranted = (chain: string) => grantsOn(session.namespaces, chain).accounts.length > 0
  return alias !== undefined && !isGranted(networkId) && isGranted(alias) ? alias : networkId
}

/** The addresses a session grants on a network. */
export const addressesOn = (session: WcSession, networkId: string): string[] => [
  ...new Set(grantsOn(session.namespaces, wireChain(session, networkId)).accounts.map(addressOfAccount)),
]

/** Addresses as accounts, with what a session says of Bitcoin's beside them. */
export function accountsOf(
  namespace: Namespace,
  addresses: readonly string[],
  session: WcSession | undefined,
): WalletAccount[] {
  const told = namespace === 'bip122' ? toldOf(session?.sessionProperties?.bip122_getAccountAddresses) : []
  return addresses.map((address) => {
    const { publicKey, intention } = told.find((one) => one?.address === address) ?? {}
    return {
      address,
      type: intention === 'ordinal' ? intention : plainAccountType(namespace),
      // It is held against the address before anything is signed with it.
      ...(typeof publicKey === 'string' && { publicKey }),
    }
  })
}

/** The wallet's answer to `getAccountAddresses`, which it gives beforehand: as a list, or below `payload`, often as a text. */
function toldOf(value: unknown): readonly ({ address?: unknown; publicKey?: unknown; intention?: unknown } | null)[] {
  try {
    const told = typeof value === 'string' ? JSON.parse(value) : value
    const list = told?.payload ?? told
    return Array.isArray(list) ? list : []
  } catch {
    return [] // a text that is no list tells nothing
  }
}

/** The networks of a family that a session has accounts on. */
export function networksOf(session: WcSession, namespace: Namespace): CaipNetworkId[] {
  const chains = Object.entries(session.namespaces)
    .filter(([key]) => familyOf(key) === namespace)
    .flatMap(([key, entry]) => chainsOf(key, entry))
    .map(chainNamed)
    .filter((chain) => addressesOn(session, chain).length > 0)
  return [...new Set(chains)] as CaipNetworkId[]
}

/** The families of the kit that a session has accounts in. */
export const namespacesOf = (session: WcSession): Namespace[] =>
  [...new Set(Object.keys(session.namespaces).map(familyOf))]
    .filter(isNamespace)
    .filter((namespace) => networksOf(session, namespace).length > 0)

/** What a session means to one family: on the network wanted where it is granted, else on the first that is. */
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
