import type { Wallet } from '@billfold/protocol/api/registry'
import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { AccountId, Session } from './connector.ts'

/** One family's account. `connected` means that a request would be answered; one of the shared accounts is active. */
export type Account =
  | { status: 'disconnected' }
  | { status: 'connecting' | 'reconnecting'; connectorId: string }
  | ({ status: 'connected'; connectorId: string } & AccountId & Session)

export type Accounts = Record<Namespace, Account>

export type ConnectedAccount = Extract<Account, { status: 'connected' }>

export type AccountEvent =
  | ({
      type: 'account/connected'
      namespace: Namespace
      connectorId: string
      /** `switch`: the wallet was already connected, but not current. */
      how: 'user' | 'reconnect' | 'switch'
      /** The registry entry that the visitor picked, if any. */
      wallet?: Wallet
      /** The active account; defaults to the first. */
      account?: AccountId
    } & Session)
  | { type: 'account/reconnecting'; namespace: Namespace; connectorId: string }
  | { type: 'account/reconnectFailed'; namespace: Namespace }
  /** `account` is one of `accounts`. */
  | { type: 'account/changed'; namespace: Namespace; account: AccountId; accounts: Session['accounts'] }
  | { type: 'account/networkChanged'; namespace: Namespace; connectorId: string; networkId: CaipNetworkId }
  | {
      type: 'account/disconnected'
      namespace: Namespace
      by: 'user' | 'wallet' | 'otherTab'
      /** The connector that the other tab switched to. */
      next?: string
    }
  | { type: 'account/mismatched'; namespace: Namespace; address: string }
