import { type CaipNetworkId, isNamespace, type Namespace } from '@billfold/protocol/caip'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { addressOfAccount, chainOfAccount, familyOf, isAccountId, isChainId } from '@billfold/protocol/wc/namespaces'
import type { WcEvent } from '../../wc/answerPeer.ts'
import { chainNamed } from '../../wc/families.ts'
import type { WcSession } from '../../wc/wcSession.ts'
import { addressesOn, networksOf } from './grantedSession.ts'

export type Move =
  | { kind: 'network'; namespace: Namespace; networkId: CaipNetworkId }
  | { kind: 'accounts'; namespace: Namespace; networkId: CaipNetworkId; addresses: [string, ...string[]] }

/** Validates a wallet's event against the grant: other chains and accounts are ignored. */
export function readSessionEvent(session: WcSession, e: Extract<WcEvent, { type: 'event' }>): Move | undefined {
  const namespace = familyOf(e.chainId)
  if (!isNamespace(namespace)) return undefined
  const granted = networksOf(session, namespace)
  if (e.name === 'chainChanged') {
    const named = chainNamed(chainOf(namespace, e.data) ?? e.chainId)
    const networkId = granted.find((id) => id === named)
    return networkId && { kind: 'network', namespace, networkId }
  }
  if (e.name !== 'accountsChanged' || !Array.isArray(e.data)) return undefined
  const accounts = e.data.filter((value) => typeof value === 'string').map((value) => toAccount(e.chainId, value))
  const networkId = granted.find((id) => id === chainNamed(accounts[0]?.chain ?? e.chainId))
  if (!networkId) return undefined
  const allowed = addressesOn(session, networkId)
  const [first, ...others] = accounts
    .map(({ address }) => allowed.find((own) => sameAddress(namespace, own, address)))
    .filter((address) => address !== undefined)
  if (first === undefined) return undefined
  const rest = [...others, ...allowed].filter((address) => address !== first)
  return { kind: 'accounts', namespace, networkId, addresses: [first, ...new Set(rest)] }
}

/** Wallets write a chain as a number, in hex, or as CAIP-2. */
function chainOf(namespace: Namespace, data: unknown): string | undefined {
  if (typeof data === 'string' && isChainId(data)) return data
  const text = typeof data === 'number' ? String(data) : data
  if (typeof text !== 'string') return undefined
  if (namespace === 'eip155') return /^(0x[0-9a-f]{1,13}|\d{1,15})$/i.test(text) ? `eip155:${Number(text)}` : undefined
  return `${namespace}:${text}`
}

const toAccount = (chain: string, text: string) =>
  isAccountId(text) ? { chain: chainOfAccount(text), address: addressOfAccount(text) } : { chain, address: text }
