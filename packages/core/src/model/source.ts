import type { WalletAccount } from './connector.ts'

/** The sender: an account of a connected wallet. */
export type Source = Pick<WalletAccount, 'address' | 'type' | 'publicKey'> & { connectorId: string }
