import { type Namespace, parseCaipNetworkId } from '@billfold/protocol/caip'
import { addressKey } from '@billfold/protocol/sameAddress'
import { addressesOf } from '../../model/connectedAccount.ts'
import type { State } from '../../model/state.ts'

/** An address the visitor chose: own, saved, or sent to; never one from an incoming transfer. */
export type Known = { address: string; how: 'own' | 'saved' | 'sent'; name?: string }

/** A family's known addresses on this device, each once, with its strongest reason. */
export function knownAddresses(state: State, namespace: Namespace, sentTo: readonly string[] = []): readonly Known[] {
  const account = state.account[namespace]
  const own = account.status === 'connected' ? addressesOf(account) : []
  const { contacts, recipients } = state.addressBook
  const all: Known[] = [
    ...own.map((address): Known => ({ address, how: 'own' })),
    ...contacts.filter(isOf(namespace)).map(({ address, name }): Known => ({ address, name, how: 'saved' })),
    ...recipients
      .filter(isOf(namespace))
      .map(({ address, name }): Known => ({ address, how: 'sent', ...(name ? { name } : {}) })),
    ...state.transactions
      .filter(({ kind, networkId }) => kind === 'send' && parseCaipNetworkId(networkId).namespace === namespace)
      .map(({ meant }): Known => ({ address: meant.to, how: 'sent' })),
    ...sentTo.map((address): Known => ({ address, how: 'sent' })),
  ]
  const once = new Map<string, Known>()
  for (const known of all) {
    const key = addressKey(namespace, known.address)
    if (!once.has(key)) once.set(key, known)
  }
  return [...once.values()]
}

const isOf =
  (namespace: Namespace) =>
  (one: { namespace: Namespace }): boolean =>
    one.namespace === namespace
