import type { Wallet } from '@billfold/protocol/api/registry'
import type { Event } from '../../model/state.ts'
import type { Feature } from '../../store/feature.ts'
import { toStoredWallet } from './toStoredWallet.ts'

const maxRecents = 2

/** Stores the registry wallets that the visitor connected last, newest first. */
export function reduceRecents(state: readonly Wallet[], e: Event): readonly Wallet[] {
  if (e.type !== 'account/connected' || !e.wallet) return state
  const { wallet } = e
  return [wallet, ...state.filter((w) => w.id !== wallet.id)].slice(0, maxRecents)
}

export const recentsFeature: Feature<readonly Wallet[]> = {
  initial: [],
  reduce: reduceRecents,
  keeps: [
    {
      key: '@appkit/recent_wallets',
      write: ({ recents }) => (recents.length > 0 ? JSON.stringify(recents) : undefined),
      read: (text, restored) => {
        const list: unknown = JSON.parse(text)
        if (!Array.isArray(list)) return
        const wallets = list.map(toStoredWallet).filter((w) => w !== undefined)
        restored.recents = [...new Map(wallets.map((w) => [w.id, w])).values()].slice(0, maxRecents)
      },
    },
  ],
}
