/** What a wallet puts into `injectedWeb3`; either name is used for the same. */
export type Web3Entry = {
  enable?: (origin: string) => Promise<Web3Wallet>
  connect?: (origin: string) => Promise<Web3Wallet>
}

/** An account as these wallets give it. */
export type Web3Account = {
  address: string
  /** The kind of key; `ethereum` is for chains of another kind of accounts. */
  type?: string
  /** The one chain it is for, where the wallet ties it to one. */
  genesisHash?: string | null
}

/** A wallet that lets the page in; everything in it is a stranger's. */
export type Web3Wallet = {
  accounts: {
    get(anyType?: boolean): Promise<unknown>
    subscribe?(told: (accounts: unknown) => void): unknown
  }
  signer: {
    signRaw?(raw: { address: string; data: string; type: 'bytes' }): Promise<unknown>
    signPayload?(payload: unknown): Promise<unknown>
  }
}

/** Whether an object lets itself be connected to. */
export function isWeb3Entry(value: unknown): value is Web3Entry {
  const { enable, connect } = (value ?? {}) as Record<string, unknown>
  return typeof enable === 'function' || typeof connect === 'function'
}
