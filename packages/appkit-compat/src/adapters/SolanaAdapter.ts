import { Adapter } from './Adapter.ts'

export type AdapterOptions = {
  /** How `useAppKitConnection` connects to a node. */
  connectionSettings?: object | string
  /** Accepted so that callers compile: the kit finds every wallet that follows the Wallet Standard, as all of these do. */
  wallets?: readonly object[]
  registerWalletStandard?: boolean
}

/** The kit handles Solana's wallets; the adapter only keeps the connection settings of the site's own library. */
export class SolanaAdapter extends Adapter {
  readonly connectionSettings: object | string

  constructor({ connectionSettings = 'confirmed' }: AdapterOptions = {}) {
    super({ namespace: 'solana', adapterType: 'solana' })
    this.connectionSettings = connectionSettings
  }
}
