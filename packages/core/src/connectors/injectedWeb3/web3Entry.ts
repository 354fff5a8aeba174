/** A wallet's entry in `injectedWeb3`; both names mean the same. */
export type Web3Entry = {
  enable?: (origin: string) => Promise<Web3Wallet>
  connect?: (origin: string) => Promise<Web3Wallet>
}

/** An account in these wallets' format. */
export type Web3Account = {
  address: string
  /** The key type; `ethereum` is for EVM-style accounts. */
  type?: string
  /** The genesis hash of the only chain it is for, if any. */
  genesisHash?: string | null
}

/** An opened wallet; its content is untrusted. */
export type Web3Wallet = {
  accounts: {
    get(anyType?: boolean): Promise<unknown>
    subscribe?(listener: (accounts: unknown) => void): unknown
  }
  signer: {
    signRaw?(raw: { address: string; data: string; type: 'bytes' }): Promise<unknown>
    signPayload?(payload: unknown): Promise<unknown>
  }
}

/** Whether an object has a connect method. */
export function isWeb3Entry(value: unknown): value is Web3Entry {
  const { enable, connect } = (value ?? {}) as Record<string, unknown>
  return typeof enable === 'function' || typeof connect === 'function'
}
