import type { Wallet } from '@billfold/protocol/api/registry'
import { walletConnectId } from '../../model/connector.ts'
import type { RowKind } from '../../model/options.ts'
import type { State } from '../../model/state.ts'
import { isWalletOf } from '../connect/isWalletOf.ts'
import { type MergedConnector, mergedConnectors, type Reachable } from '../connect/mergedConnectors.ts'

/** A row of the wallet list. */
export type ConnectRow =
  | { kind: 'walletConnect'; tag: 'qrCode' }
  | { kind: 'injected'; connector: MergedConnector; tag: 'installed' | 'multichain' }
  | { kind: 'external'; connector: MergedConnector }
  | { kind: 'recent'; wallet: Wallet; tag: 'recent' }
  | { kind: 'featured' | 'custom' | 'recommended'; wallet: Wallet }
  /** A placeholder for a loading wallet, so that rows do not shift when it arrives. */
  | { kind: 'awaited'; of: 'featured' | 'recommended'; at: number }

/** Registry data of the list. */
export type ListedWallets = {
  /** Loading if undefined; the same holds for the recommended. */
  featured?: readonly Wallet[] | undefined
  recommended?: readonly Wallet[] | undefined
  /** The site's excluded wallets, from the registry. */
  excluded?: readonly Wallet[] | undefined
}

/** The state that the list depends on: selecting only this avoids other renders. */
export type ListState = Reachable & Pick<State, 'recents' | 'options' | 'device' | 'account'>

const shownWhenFew = 2

/** The rows of Connect, in the site's order, each wallet once. */
export function connectList(state: ListState, listed: ListedWallets): readonly ConnectRow[] {
  const { options } = state
  const connectors = mergedConnectors(state)
  const isExternal = ({ connectors: [first] }: MergedConnector) => first.type === 'EXTERNAL'
  const installed = connectors.filter((c) => !isExternal(c) && isShown(state, c, listed.excluded))
  const isKnown = (wallet: Wallet) => connectors.some((c) => isOf(c, wallet))
  const recents = state.recents.filter((w) => !isKnown(w) && !options.excludeWalletIds.includes(w.id))
  const isNew = (wallet: Wallet) => !isKnown(wallet) && !recents.some((r) => isWalletOf(r, wallet))
  const room = Math.max(0, shownWhenFew - (installed.length + recents.length))
  const showsRecommended = options.featuredWalletIds.length === 0 && options.customWallets.length === 0

  const rows: Record<RowKind, readonly ConnectRow[]> = {
    walletConnect: showsWalletConnect(state) ? [{ kind: 'walletConnect', tag: 'qrCode' }] : [],
    recent: recents.map((wallet) => ({ kind: 'recent', wallet, tag: 'recent' })),
    injected: installed.map((connector) => ({
      kind: 'injected',
      connector,
      tag: connector.type === 'MULTI_CHAIN' ? 'multichain' : 'installed',
    })),
    featured:
      listed.featured?.filter(isNew).map((wallet) => ({ kind: 'featured', wallet })) ??
      awaited('featured', options.featuredWalletIds.length),
    custom: options.customWallets.filter(isNew).map((wallet) => ({ kind: 'custom', wallet })),
    external: connectors.filter(isExternal).map((connector) => ({ kind: 'external', connector })),
    recommended: showsRecommended
      ? (listed.recommended
          ?.filter(isNew)
          .slice(0, room)
          .map((wallet) => ({ kind: 'recommended', wallet })) ?? awaited('recommended', room))
      : [],
  }
  const order = options.features.connectorTypeOrder
  // The host wallet precedes the site's order.
  return orderOf(connectors[0]?.isHost ? ['injected', ...order] : order).flatMap((kind) => rows[kind])
}

const awaited = (of: 'featured' | 'recommended', count: number): ConnectRow[] =>
  Array.from({ length: count }, (_, at) => ({ kind: 'awaited', of, at }))

// A wallet of this browser is one press away; AppKit begins with the code for another device.
const usualOrder = ['injected', 'recent', 'walletConnect', 'featured', 'custom', 'external', 'recommended'] as const

/** The site's kinds first, then the others in default order. */
export const orderOf = (first: readonly RowKind[]): readonly RowKind[] => [...new Set([...first, ...usualOrder])]

/** An unnamed `window.ethereum` shows only if no wallet identifies itself; otherwise it would be a duplicate. */
function isShown(state: ListState, connector: MergedConnector, excluded: readonly Wallet[] = []): boolean {
  const { excludeWalletIds } = state.options
  if (connector.explorerId && excludeWalletIds.includes(connector.explorerId)) return false
  if (excluded.some((wallet) => isOf(connector, wallet))) return false
  if (connector.type !== 'INJECTED' || state.device.mobile) return true
  return !state.connectors.some((c) => c.namespace === connector.namespace && c.type === 'ANNOUNCED')
}

/** A QR code is for another device: a phone shows the wallets' own apps instead, unless their list is hidden. */
function showsWalletConnect(state: ListState): boolean {
  const { options, device, account } = state
  if (!options.enableWalletConnect || (device.mobile && allWalletsRow(state, undefined).shown)) return false
  return !Object.values(account).some((a) => a.status === 'connected' && a.connectorId === walletConnectId)
}

const isOf = (connector: MergedConnector, wallet: Wallet): boolean =>
  connector.connectors.some((c) => isWalletOf(c, wallet))

/** Whether to show the row of all wallets, and its count, rounded down to tens. */
export function allWalletsRow(
  state: Pick<State, 'options' | 'device'>,
  count: number | undefined,
): { shown: boolean; label: string | undefined } {
  const { allWallets, features, featuredWalletIds } = state.options
  const shown = features.allWallets && (allWallets === 'SHOW' || (allWallets === 'ONLY_MOBILE' && state.device.mobile))
  if (count === undefined) return { shown, label: undefined }
  const total = count + featuredWalletIds.length
  return { shown, label: total < 10 ? String(total) : `${Math.floor(total / 10) * 10}+` }
}
