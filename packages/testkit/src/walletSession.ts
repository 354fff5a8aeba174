import type { Namespace } from '@billfold/protocol/caip'
import { providerError } from './providerError.ts'

/** A chain the wallet knows: where to reach it and what to call it. */
export type WalletChain = {
  /** The chain's number (EIP-155). */
  id: number
  /** The address of the chain's JSON-RPC node. */
  rpcUrl: string
  /** The chain's name in the wallet's window; by default its number. */
  name?: string | undefined
  /** The native coin's symbol; by default ETH. */
  symbol?: string | undefined
}

/** Everything about the wallet that can change, and nothing else. */
export type WalletState = {
  chains: readonly WalletChain[]
  chainId: number
  accountIndex: number
  locked: boolean
  online: boolean
  /** Whether this site may see accounts, by family. */
  connected: Readonly<Partial<Record<Namespace, boolean>>>
}

/** Storage for the wallet's state between page loads; `localStorage` fits. */
export type Remember = Pick<Storage, 'getItem' | 'setItem'>

export type WalletSession = ReturnType<typeof createWalletSession>

/** The wallet's one mutable cell: listeners see before and after, and derive their events from the difference. */
export function createWalletSession(initial: WalletState, remembered?: { storage: Remember; key: string }) {
  let state = { ...initial, ...(remembered && recall(remembered, initial)) }
  const listeners = new Set<(before: WalletState, after: WalletState) => void>()

  return {
    get: () => state,
    set(patch: Partial<WalletState>) {
      const before = state
      state = { ...state, ...patch }
      if (remembered) remembered.storage.setItem(remembered.key, JSON.stringify(state))
      for (const listener of listeners) listener(before, state)
    },
    subscribe(listener: (before: WalletState, after: WalletState) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** A chain the wallet knows, or undefined. */
    findChain: (id: number) => state.chains.find((chain) => chain.id === id),
    /** The chain the wallet is on. */
    chain(): WalletChain {
      const chain = state.chains.find(({ id }) => id === state.chainId)
      if (!chain) throw providerError('chain_disconnected')
      return chain
    },
  }
}

/** The words for a chain where a person reads them. */
export const chainName = (chain: WalletChain): string => chain.name ?? `Chain ${chain.id}`

/** Which account of a family the site may see now, by index; undefined when none. */
export const sharedAccount = (state: WalletState, family: Namespace): number | undefined =>
  state.connected[family] && !state.locked ? state.accountIndex : undefined

function recall({ storage, key }: { storage: Remember; key: string }, initial: WalletState): Partial<WalletState> {
  const text = storage.getItem(key)
  if (!text) return {}
  try {
    const { chains, chainId, accountIndex, locked, connected } = JSON.parse(text) as WalletState
    if (!(Number.isInteger(accountIndex) && accountIndex >= 0 && typeof connected === 'object')) return {}
    const own = new Set(initial.chains.map(({ id }) => id))
    // The options win over what was remembered: a devnet restarted on other ports must not be looked for on the old ones.
    const known = [...initial.chains, ...chains.filter(({ id }) => !own.has(id))]
    const isKnown = known.some(({ id }) => id === chainId)
    return { chains: known, chainId: isKnown ? chainId : initial.chainId, accountIndex, locked, connected }
  } catch {
    // Written by another version or another program: starting afresh is what a person would do.
    return {}
  }
}
