import type { AccountType } from '@billfold/protocol/accountType'
import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { Stop } from '../ports/clock.ts'
import type { Network } from './network.ts'

/** The connector of wallets reached by link or QR code. */
export const walletConnectId = 'walletConnect'
/** The embedded wallet, which runs in the operator's frame. */
export const embeddedId = 'ID_AUTH'

export type ConnectorType = 'INJECTED' | 'ANNOUNCED' | 'EXTERNAL' | 'WALLET_CONNECT' | 'AUTH'

/** A connector's static data, for the store. */
export type ConnectorInfo = {
  /** The wallet's rdns if it has one; unique within its namespace. */
  id: string
  name: string
  type: ConnectorType
  namespace: Namespace
  rdns?: string
  /** `data:image/…` only; for an image element. */
  icon?: string
  /** The wallet's registry id, once matched by a fully loaded kit. */
  explorerId?: string
  /** The wallet of the page's host, listed first. */
  isHost?: boolean
  /** One session spans families: disconnecting it in one does so in all. */
  linked?: boolean
}

/** A wallet's account. Two may share an address and differ in type (EIP-7702). */
export type WalletAccount = {
  /** The account's address, in its family's format. */
  address: string
  /** The account's type: `eoa`, `smartAccount`, or on Bitcoin `payment` and `ordinal`. */
  type: AccountType
  /** The public key in the family's format, if needed beside the address. */
  publicKey?: string
  /** Its derivation path (BIP-32). */
  path?: string
  /** The user, for the embedded wallet. */
  embedded?: EmbeddedWalletInfo
  /** The user in AppKit's wallet info: their identity, and its provider. */
  login?: { identifier: string; social: string }
}

/** An embedded wallet and its user, under AppKit's names. */
export type EmbeddedWalletInfo = {
  /** The user's e-mail, or the name from their social login. */
  user: { email?: string; username?: string }
  /** Which of the wallet's two accounts is active. */
  accountType: 'eoa' | 'smartAccount'
  /** `email`, or the login provider. */
  authProvider: string
  /** Whether the smart account is deployed; its first transaction deploys it. */
  isSmartAccountDeployed: boolean
}

/** Identifies an account: the address alone is not enough. */
export type AccountId = Pick<WalletAccount, 'address' | 'type'>

/** A wallet's grant. */
export type Session = {
  accounts: readonly [WalletAccount, ...WalletAccount[]]
  /** The wallet's actual network. */
  networkId: CaipNetworkId
  /** Empty if `supportsAllNetworks`. */
  approvedNetworkIds: readonly CaipNetworkId[]
  supportsAllNetworks: boolean
}

export type ConnectorEvent =
  | { type: 'accountsChanged'; accounts: readonly WalletAccount[] }
  | { type: 'networkChanged'; networkId: CaipNetworkId }
  /** The wallet now supports these networks. */
  | { type: 'networksGranted'; networkIds: readonly CaipNetworkId[] }
  | { type: 'disconnected' }
  /** The wallet is reachable again. */
  | { type: 'awoke' }

export type ConnectRequest = {
  /** Without a prompt: succeeds only if the wallet already trusts this page. */
  silent: boolean
  /** The page's preferred network; a wallet with its own current chain responds with that. */
  networkId: CaipNetworkId
  signal: AbortSignal
}

/** A connection to a wallet: sends requests and reports its events. */
export type Connector = ConnectorInfo & {
  connect(request: ConnectRequest): Promise<Session>
  disconnect(): Promise<void>
  request(networkId: CaipNetworkId, method: string, params: unknown, signal?: AbortSignal): Promise<unknown>
  /** The accounts the wallet shares now, without a prompt. */
  accounts(): Promise<readonly WalletAccount[]>
  /** Switches the wallet's chain; absent if it has none and the page decides. */
  switchNetwork?(network: Network, rpcUrls: readonly string[], signal: AbortSignal): Promise<void>
  on(listener: (event: ConnectorEvent) => void): Stop
  /** Preloads the wallet's code without contacting the wallet. */
  prepare?(): void
}

/**
 * Discovers wallets of one kind: listens for new ones, and `ask` makes existing ones announce themselves, perhaps
 * asynchronously.
 */
export type Search = { ask: () => unknown; stop: Stop }

/** A connector's data without its methods. */
export function infoOf(connector: Connector): ConnectorInfo {
  const { connect, disconnect, request, accounts, switchNetwork, on, prepare, ...info } = connector
  return info
}
