import type { AccountId } from '../../connectors/connector.ts'

/** Who acts: one of the accounts of one of the wallets that are connected. */
export type Source = AccountId & { connectorId: string }
