import { cancelConnect } from '@billfold/core/features/connect/connectWallet'
import { openWalletApp } from '@billfold/core/features/walletConnect/openWalletApp'
import { pairingPhase } from '@billfold/core/features/walletConnect/pairingPhase'
import { connectList, type ListedWallets } from '@billfold/core/features/wallets/connectList'
import {
  excludedWalletsQuery,
  featuredWalletsQuery,
  recommendedWalletsQuery,
} from '@billfold/core/features/wallets/walletsQuery'
import type { Kit } from '@billfold/core/kit'
import { walletConnectId } from '@billfold/core/model/connector'
import type { State } from '@billfold/core/model/state'
import { type PairingLink, pairingLink } from '@billfold/core/wc/deepLink'
import type { Namespace } from '@billfold/protocol/caip'
import type { ErrorCode } from '@billfold/protocol/error'
import { useCallback, useMemo } from 'react'
import { useKitQuery } from '../hooks/useKitQuery.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { connectItem } from './connectItem.ts'
import { useHeadlessKit } from './useHeadlessKit.ts'
import { type FetchWalletsOptions, useWalletPages } from './useWalletPages.ts'
import { itemOfAttempt, itemOfRow, itemOfWallet, type WalletItem } from './walletItem.ts'

/** What `useAppKitWallets` returns. */
export type UseAppKitWalletsReturn = {
  /** The wallets to offer first, in the modal's order: installed, recent, featured and a few recommended ones. */
  wallets: readonly WalletItem[]
  /** The registry's wallets that `fetchWallets` has fetched so far. */
  wcWallets: readonly WalletItem[]
  /** Whether a registry request is pending. */
  isFetchingWallets: boolean
  /** Why the registry's wallets are missing, where they are. */
  walletsError: ErrorCode | undefined
  /** A link for a QR code is being made. */
  isFetchingWcUri: boolean
  /** Whether the page's installed wallets have responded: `wallets` is as long as it gets. */
  isInitialized: boolean
  /** The link for the QR code while a wallet on another device is awaited; it is renewed before it expires. */
  wcUri: string | undefined
  /** No link could be made, or the wallet did not respond. */
  wcError: boolean
  /** The link that opens the connecting wallet's app on this device; put it in an `<a>`, for a phone opens apps only at a tap. */
  wcLink: string | undefined
  /** Opens `wcLink`; call it in a click handler. */
  openWallet: () => void
  /** The wallet of the pending connection. */
  connectingWallet: WalletItem | undefined
  /** Why the last attempt ended without a connection: `user_rejected`, or another of the kit's codes. */
  connectError: ErrorCode | undefined
  /** How many pages of `wcWallets` are there. */
  page: number
  /** How many wallets there are in all. */
  count: number
  /** There is another page to fetch. */
  hasMoreWallets: boolean
  /** Fetches wallets of the registry: the first page, another one, or those of a name. Never rejects. */
  fetchWallets: (options?: FetchWalletsOptions) => Promise<void>
  /** Connects a wallet; `namespace` picks the family of one that speaks several. Rejects with a `KitError` where it did not connect. */
  connect: (wallet: WalletItem, namespace?: Namespace) => Promise<void>
  /** Stops waiting for a wallet on another device; its link is no longer shown. */
  resetWcUri: () => void
  /** Stops waiting for the wallet. */
  resetConnectingWallet: () => void
}

/**
 * Everything the modal's list of wallets does, for a list of your own: which wallets there are, search and pages, the link for a QR
 * code, connecting, and how far that is. State is the kit's, so several components may use it at once.
 */
export function useAppKitWallets(): UseAppKitWalletsReturn {
  const { kit, isComplete } = useHeadlessKit()
  const state = useSelect(listState)
  const listed = useListed(kit)
  const wallets = useMemo(
    () => connectList(state, listed).flatMap((row) => itemOfRow(kit.store.get(), row) ?? []),
    [kit, state, listed],
  )
  const { wallets: fetched, isFetching, page, count, hasMore, walletsError, fetchWallets } = useWalletPages(kit)
  const wcWallets = useMemo(() => fetched.map((wallet) => itemOfWallet(kit.store.get(), wallet)), [kit, fetched])
  const attempt = useSelect(({ connectAttempt }) => connectAttempt)
  const pairing = useSelect(pairingPhase)
  const tried = useMemo(() => itemOfAttempt(kit.store.get(), attempt), [kit, attempt])
  const isConnecting = attempt.phase === 'connecting'
  const isByLink = attempt.phase !== 'idle' && attempt.connectorId === walletConnectId
  const wcUri = pairing.phase === 'offered' ? pairing.uri : undefined
  const link = useMemo(() => linkTo(kit, tried, wcUri), [kit, tried, wcUri])
  const connect = useCallback((item: WalletItem, family?: Namespace) => connectItem(kit, item, family), [kit])
  const resetConnectingWallet = useCallback(() => cancelConnect(kit), [kit])
  const resetWcUri = useCallback(() => {
    const { connectAttempt: now } = kit.store.get()
    if (now.phase === 'connecting' && now.connectorId === walletConnectId) cancelConnect(kit)
  }, [kit])
  return {
    wallets,
    wcWallets,
    isFetchingWallets: isFetching,
    walletsError,
    isFetchingWcUri: isByLink && isConnecting && wcUri === undefined,
    isInitialized: isComplete,
    wcUri,
    wcError: isByLink && attempt.phase === 'failed',
    wcLink: link?.redirect,
    openWallet: () => link && openWalletApp(kit, { link, name: tried?.name ?? '' }),
    connectingWallet: isConnecting ? tried : undefined,
    connectError:
      attempt.phase === 'declined' ? 'user_rejected' : attempt.phase === 'failed' ? attempt.code : undefined,
    page,
    count,
    hasMoreWallets: hasMore,
    fetchWallets,
    connect,
    resetWcUri,
    resetConnectingWallet,
  }
}

const listState = ({ connectors, modal, recents, options, device, account }: State) => ({
  ...{ connectors, modal, recents, options, device, account },
})

/** The registry's response for the first list. */
function useListed(kit: Kit): ListedWallets {
  const { data: featured } = useKitQuery(featuredWalletsQuery(kit))
  const { data: listing } = useKitQuery(recommendedWalletsQuery(kit))
  const { data: excluded } = useKitQuery(excludedWalletsQuery(kit))
  return useMemo(() => ({ featured, recommended: listing?.data, excluded }), [featured, listing, excluded])
}

/** The link to a wallet's app: on a phone its own, elsewhere its desktop app's or its page. */
function linkTo(kit: Kit, item: WalletItem | undefined, uri: string | undefined): PairingLink | undefined {
  const { device } = kit.store.get()
  const { mobile_link, desktop_link, webapp_link } = item?.walletInfo ?? {}
  const app = (device.mobile ? mobile_link : desktop_link) ?? webapp_link
  return app && uri ? pairingLink(app, uri, device) : undefined
}
