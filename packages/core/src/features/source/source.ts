import type { WalletAccount } from '../../connectors/connector.ts'

/** Who acts: one of the accounts of one of the wallets that are connected. */
export type Source = Pick<WalletAccount, 'address' | 'type' | 'publicKey'> & { connectorId: string }
