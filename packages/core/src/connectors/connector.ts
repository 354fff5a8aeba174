import type { AccountType } from '@billfold/protocol/accountType'
import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { Network } from '../features/network/network.ts'
import type { Stop } from '../ports/clock.ts'

/** The one way to wallets that are reached by a link or a code. */
export const walletConnectId = 'walletConnect'
/** The embedded wallet, which the operator's frame holds. */
export const embeddedId = 'ID_AUTH'

export type ConnectorType = 'INJECTED' | 'ANNOUNCED' | 'EXTERNAL' | 'WALLET_CONNECT' | 'AUTH'

/** What is known of a connector without talking to it: plain data, kept in the store. */
export type ConnectorInfo = {
  /** The wallet's rdns where it has one; unique within its namespace. */
  id: string
  name: string
  type: ConnectorType
  namespace: Namespace
  rdns?: string
  /** Only `data:image/…`; to be drawn by an image element. */
  icon?: string
  /** The wallet's id in the registry, once the kit is complete and where it is known. */
  explorerId?: string
  /** It belongs to anyone who holds the page, and is offered first. */
  isHost?: boolean
  /** One session spans families: leaving it in one leaves it in all. */
  linked?: boolean
}

/** An account that a wallet shares. Two may have the same address and differ in type (EIP-7702). */
export type WalletAccount = {
  /** The account's address, as its family writes it. */
  address: string
  /** What kind of account it is: `eoa`, `smartAccount`, or on Bitcoin `payment` and `ordinal`. */
  type: AccountType
  /** Where the address does not tell it and the family needs it, as the family writes keys. */
  publicKey?: string
  /** Where the wallet derives it from (BIP-32). */
  path?: string
  /** Whose it is, where the wallet is the embedded one. */
  embedded?: EmbeddedWalletInfo
  /** The same as AppKit's wallet info has it: who they are, and who vouches for them. */
  login?: { identifier: string; social: string }
}

/** What is known of an embedded wallet and its person, by AppKit's names. */
export type EmbeddedWalletInfo = {
  /** Who logged in: their e-mail, or the name their social login gave. */
  user: { email?: string; username?: string }
  /** Which of the wallet's two accounts is in use. */
  accountType: 'eoa' | 'smartAccount'
  /** `email`, or who vouches for the person. */
  authProvider: string
  /** Whether the smart account's contract is on the chain yet; its first transaction puts it there. */
  isSmartAccountDeployed: boolean
}

/** Which account it is: the address alone does not say. */
export type AccountId = Pick<WalletAccount, 'address' | 'type'>

/** What a wallet granted. */
export type Session = {
  accounts: readonly [WalletAccount, ...WalletAccount[]]
  /** Where the wallet really is. */
  networkId: CaipNetworkId
  /** Empty where `supportsAllNetworks`. */
  approvedNetworkIds: readonly CaipNetworkId[]
  supportsAllNetworks: boolean
}

export type ConnectorEvent =
  | { type: 'accountsChanged'; accounts: readonly WalletAccount[] }
  | { type: 'networkChanged'; networkId: CaipNetworkId }
  /** It may be sent to these now. */
  | { type: 'networksGranted'; networkIds: readonly CaipNetworkId[] }
  | { type: 'disconnected' }
  /** The wallet can be reached again. */
  | { type: 'awoke' }

export type ConnectRequest = {
  /** Asks nothing of a person: answers only if the wallet already trusts this page. */
  silent: boolean
  /** Where the page would like to be; a wallet that has a chain of its own answers with that. */
  networkId: CaipNetworkId
  signal: AbortSignal
}

/** A way to a wallet: it delivers requests and says what the wallet did. */
export type Connector = ConnectorInfo & {
  connect(request: ConnectRequest): Promise<Session>
  disconnect(): Promise<void>
  request(networkId: CaipNetworkId, method: string, params: unknown, signal?: AbortSignal): Promise<unknown>
  /** The accounts the wallet would answer for right now, without asking anyone. */
  accounts(): Promise<readonly WalletAccount[]>
  /** Moves the wallet; absent where a wallet has no chain of its own and the page decides. */
  switchNetwork?(network: Network, rpcUrls: readonly string[], signal: AbortSignal): Promise<void>
  on(told: (event: ConnectorEvent) => void): Stop
  /** Fetches what is needed to speak to the wallet, and speaks to no one. */
  prepare?(): void
}

/** Finds wallets of one kind: it hears those that come, and `ask` has those that are there say so; some take a moment for it. */
export type Search = { ask: () => unknown; stop: Stop }

/** The data of a connector, without its methods. */
export function infoOf(connector: Connector): ConnectorInfo {
  const { connect, disconnect, request, accounts, switchNetwork, on, prepare, ...info } = connector
  return info
}
