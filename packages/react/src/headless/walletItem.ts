import { findMerged, type MergedConnector } from '@billfold/core/features/connect/mergedConnectors'
import type { ConnectRow } from '@billfold/core/features/wallets/connectList'
import { connectorImageUrl, networkImageUrl, walletImageUrl } from '@billfold/core/features/wallets/imageUrl'
import type { ConnectAttempt } from '@billfold/core/model/connectAttempt'
import { walletConnectId } from '@billfold/core/model/connector'
import { findNetwork, networkIdOf } from '@billfold/core/model/findNetwork'
import type { State } from '@billfold/core/model/state'
import type { Wallet } from '@billfold/protocol/api/registry'
import type { Namespace } from '@billfold/protocol/caip'

/** One chain family that an installed wallet speaks. */
export type WalletItemConnector = {
  /** The connector's id, unique within its family. */
  id: string
  /** The wallet's reverse domain name (EIP-6963), if it has one. */
  rdns?: string
  /** The family: `eip155`, `solana`, `bip122` or `polkadot`. */
  chain: Namespace
  /** A picture of the family's current network. */
  chainImageUrl?: string
}

/** A wallet to offer: installed in this browser, or one that the registry knows. */
export type WalletItem = {
  /** The wallet's id in the registry, the connector's id of one that only this browser knows, or `walletConnect`. */
  id: string
  /** The name to show. */
  name: string
  /** A picture to show, served by your API or by the wallet itself as `data:image/…`. */
  imageUrl?: string
  /** One entry per family in which it is installed; empty for a wallet by QR code or link. */
  connectors: readonly WalletItemConnector[]
  /** It is installed in this browser. */
  isInjected: boolean
  /** The visitor has used it here before. */
  isRecent: boolean
  /** The registry's entry, if any: home page, stores and links. */
  walletInfo?: Wallet
}

/** The wallet that reads a QR code, whichever it is. */
export const anyWallet: WalletItem = {
  id: walletConnectId,
  name: 'WalletConnect',
  connectors: [],
  isInjected: false,
  isRecent: false,
}

/** A row of the modal's list as an item; undefined for a placeholder. */
export function itemOfRow(state: State, row: ConnectRow): WalletItem | undefined {
  switch (row.kind) {
    case 'awaited':
      return undefined
    case 'walletConnect':
      return anyWallet
    case 'injected':
    case 'external':
      return itemOfConnector(state, row.connector)
    default:
      return { ...itemOfWallet(state, row.wallet), isRecent: row.kind === 'recent' }
  }
}

/** An installed wallet as an item. */
function itemOfConnector(state: State, connector: MergedConnector): WalletItem {
  const imageUrl = connectorImageUrl(state, connector)
  return {
    id: connector.explorerId ?? connector.id,
    name: connector.name,
    ...(imageUrl ? { imageUrl } : {}),
    connectors: connector.connectors.map(({ id, rdns, namespace }) => {
      const network = findNetwork(state, networkIdOf(state, namespace))
      const chainImageUrl = network && networkImageUrl(state, network)
      return { id, ...(rdns ? { rdns } : {}), chain: namespace, ...(chainImageUrl ? { chainImageUrl } : {}) }
    }),
    isInjected: connector.connectors[0].type !== 'EXTERNAL',
    isRecent: false,
  }
}

/** A wallet of the registry as an item. */
export function itemOfWallet(state: State, wallet: Wallet): WalletItem {
  const imageUrl = walletImageUrl(state, wallet)
  return {
    id: wallet.id,
    name: wallet.name,
    ...(imageUrl ? { imageUrl } : {}),
    connectors: [],
    isInjected: false,
    isRecent: state.recents.some(({ id }) => id === wallet.id),
    walletInfo: wallet,
  }
}

/** The wallet that an attempt to connect is about. */
export function itemOfAttempt(state: State, attempt: ConnectAttempt): WalletItem | undefined {
  if (attempt.phase === 'idle') return undefined
  if (attempt.wallet) return itemOfWallet(state, attempt.wallet)
  if (attempt.connectorId === walletConnectId) return anyWallet
  const merged = findMerged(state, attempt.connectorId)
  return merged && itemOfConnector(state, merged)
}
