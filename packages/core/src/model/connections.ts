import type { CaipNetworkId, Namespace } from '@billfold/protocol/caip'
import type { AccountId, Session } from './connector.ts'

/** A connected wallet of a family, and its active account. */
export type Connection = Session & AccountId & { connectorId: string }

/** A family's wallets: the current one, those to restore after a reload, and those connected now. */
export type FamilyConnections = {
  current?: string | undefined
  known: readonly string[]
  connected: readonly Connection[]
  /** Active accounts that are not their wallet's first, in the form of `choiceText`. */
  chosen?: Readonly<Record<string, string>>
}

export type Connections = Partial<Record<Namespace, FamilyConnections>>

/** Active accounts that are not their wallet's first, by family and connector. */
export type ChosenAccounts = Partial<Record<Namespace, FamilyConnections['chosen']>>

/** The connectors of each family by id, most recently current first. */
export type KnownConnections = Partial<Record<Namespace, readonly string[]>>

export type ConnectionRef = { namespace: Namespace; connectorId: string }

/** Events of wallets that are not current; `account/…` covers the current one. */
export type ConnectionEvent =
  | ({ type: 'connection/restored'; account?: AccountId } & ConnectionRef & Session)
  | ({ type: 'connection/accountChanged'; account: AccountId; accounts: Session['accounts'] } & ConnectionRef)
  | ({ type: 'connection/networkChanged'; networkId: CaipNetworkId } & ConnectionRef)
  /** Networks that the wallet, current or not, supports now. */
  | ({ type: 'connection/networksGranted'; networkIds: readonly CaipNetworkId[] } & ConnectionRef)
  | ({ type: 'connection/left'; by: 'user' | 'wallet' } & ConnectionRef)
  /** Another tab stored its wallets. */
  | { type: 'connections/heard'; known: KnownConnections }
  | { type: 'connections/chosenHeard'; chosen: ChosenAccounts }
