import { findMerged } from '@billfold/core/features/connect/mergedConnectors'
import { activeAccount, caipAddressOf, connectedAccount } from '@billfold/core/model/connectedAccount'
import type { EmbeddedWalletInfo, WalletAccount } from '@billfold/core/model/connector'
import { activeNetwork, activeNetworkId } from '@billfold/core/model/findNetwork'
import type { State } from '@billfold/core/model/state'
import {
  type AnyNamespace,
  type CaipAddress,
  type CaipNetworkId,
  type Namespace,
  parseCaipNetworkId,
} from '@billfold/protocol/caip'
import { type CaipNetwork, toCaipNetwork } from './caipNetwork.ts'

/** What `useAppKitState` and `getState` return. */
export type PublicState = {
  /** Whether the modal is open, by AppKit's older name. */
  loading: boolean
  /** Whether the modal is open. */
  open: boolean
  /** The active network's CAIP-2 id. */
  selectedNetworkId?: CaipNetworkId | undefined
  /** The family of the active network. */
  activeChain?: Namespace | undefined
  /** Whether the kit is ready; always `true`. */
  initialized: boolean
}
/** What `useAppKitAccount` and `getAccount` return. */
export type PublicAccount = {
  /** All accounts that the wallet shares, the one in use first. */
  allAccounts: (WalletAccount & { namespace: Namespace })[]
  /** The account as a CAIP-10 id, such as `eip155:1:0x…`. */
  caipAddress: CaipAddress | undefined
  /** The account's address; undefined while no one is connected. */
  address: string | undefined
  /** Whether a wallet of the family is connected. */
  isConnected: boolean
  /** The user, for the embedded wallet. */
  embeddedWalletInfo: EmbeddedWalletInfo | undefined
  /** The connection's status; `reconnecting` while a returning visitor's wallet is looked for. */
  status: 'connected' | 'disconnected' | 'connecting' | 'reconnecting'
}
/** What `useAppKitNetwork` returns of the active network. */
export type PublicNetwork = {
  /** The network; undefined if the site does not use it. */
  caipNetwork: CaipNetwork | undefined
  /** The network's id: a number on EVM chains. */
  chainId: number | string | undefined
  /** The CAIP-2 id, such as `eip155:1`. */
  caipNetworkId: CaipNetworkId | undefined
}
/** The connected wallet, as it presents itself. */
export type ConnectedWalletInfo = {
  /** The wallet's name; `AUTH` for an embedded wallet. */
  name: string
  /** The wallet's picture, as an address. */
  icon?: string
  /** How it is connected: `INJECTED`, `ANNOUNCED`, `WALLET_CONNECT`, `AUTH` … */
  type?: string
  [key: string]: unknown
}

/**
 * The modal's state for `useAppKitState`. A card that is part of the page is always visible, which does not count as
 * open. Loading concerns the visible family: while its dialog is open, or its wallet handles a request.
 */
export const publicState = (state: State): PublicState => ({
  loading: isOpen(state) || activeAccount(state).status === 'connecting',
  open: isOpen(state),
  selectedNetworkId: activeNetworkId(state),
  activeChain: state.network.activeNamespace,
  initialized: true,
})

/** Whether the dialog is over the page. */
export const isOpen = ({ modal }: State): boolean => modal.open && !modal.embedded

/** One family's account as `useAppKitAccount` tells it: the active family's unless one is named. */
export function publicAccount(state: State, any: AnyNamespace = state.network.activeNamespace): PublicAccount {
  const namespace = any as Namespace
  const account = connectedAccount(state, namespace)
  return {
    allAccounts: (account?.accounts ?? []).map((each) => ({ namespace, ...each })),
    caipAddress: caipAddressOf(state, namespace),
    address: account?.address,
    isConnected: account !== undefined,
    embeddedWalletInfo: account?.accounts[0].embedded,
    // A family that the kit does not speak is there only while a session has it.
    status: state.account[namespace]?.status ?? 'disconnected',
  }
}

/** The network as `useAppKitNetwork` tells it; one the site did not ask for has an id but no description. */
export function publicNetwork(state: State): PublicNetwork {
  const network = activeNetwork(state)
  const caipNetworkId = network?.networkId ?? activeNetworkId(state)
  const { namespace, reference } = parseCaipNetworkId(caipNetworkId)
  const chainId = network?.id ?? (namespace === 'eip155' ? Number(reference) : reference)
  return { caipNetwork: network && toCaipNetwork(network), chainId, caipNetworkId }
}

/** The connected wallet's name and picture. */
export function walletInfo(state: State, namespace?: Namespace): ConnectedWalletInfo | undefined {
  const account = connectedAccount(state, namespace)
  const connector = account && findMerged(state, account.connectorId)
  if (!account || !connector) return undefined
  const { name, icon, rdns } = connector
  const type = connector.connectors.find((c) => c.id === account.connectorId)?.type ?? 'INJECTED'
  return { name, type, ...(icon ? { icon } : {}), ...(rdns ? { rdns } : {}), ...account.accounts[0].login }
}
