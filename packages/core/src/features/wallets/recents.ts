import type { Wallet } from '@billfold/protocol/api/registry'
import type { Event } from '../../store.ts'

export const maxRecents = 2

/** Keeps the last wallets the visitor picked from the registry and connected, newest first. */
export function reduceRecents(state: readonly Wallet[], e: Event): readonly Wallet[] {
  if (e.type !== 'account/connected' || !e.wallet) return state
  const { wallet } = e
  return [wallet, ...state.filter((w) => w.id !== wallet.id)].slice(0, maxRecents)
}
