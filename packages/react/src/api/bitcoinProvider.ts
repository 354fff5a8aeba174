import type { WalletProvider } from './walletProvider.ts'

/** An account as AppKit's Bitcoin connectors list it. */
export type BitcoinAccountAddress = {
  /** The address of the account. */
  address: string
  /** In hex. */
  /** The account's public key, in hex. */
  publicKey?: string
  /** The derivation path of the key (BIP-32). */
  path?: string
  /** The wallet's purpose for the address. */
  purpose: 'payment' | 'ordinal' | 'stx'
}
/** An input of a PSBT that the wallet signs. */
export type BitcoinSignInput = {
  /** The address that the input spends from. */
  address: string
  /** The number of the input in the transaction. */
  index: number
  /** Which parts of the transaction the signature covers. */
  sighashTypes: number[]
}

/** The methods of AppKit's `BitcoinConnector`: signing and paying with the visitor's wallet. */
export type BitcoinMethods = {
  /** Lists the addresses that the wallet shares. */
  getAccountAddresses(): Promise<BitcoinAccountAddress[]>
  /** In base64: by BIP-322 if requested or required by the address, otherwise by BIP-137. */
  signMessage(params: { message: string; address: string; protocol?: 'ecdsa' | 'bip322' }): Promise<string>
  /** The wallet chooses the coins and pays; the amount is in satoshis. Resolves with the transaction's id. */
  sendTransfer(params: { amount: string; recipient: string }): Promise<string>
  /** The PSBT is in base64. */
  signPSBT(params: {
    psbt: string
    signInputs: BitcoinSignInput[]
    broadcast?: boolean
  }): Promise<{ psbt: string; txid?: string }>
}
/** The connected Bitcoin wallet. */
export type BitcoinProvider = WalletProvider & BitcoinMethods

/** AppKit's methods over a provider's requests; `accountOf` says whose account is shown when one is called. */
export function bitcoinMethods({ request }: Pick<WalletProvider, 'request'>, accountOf: () => string): BitcoinMethods {
  const ask = async <T>(method: string, params: object): Promise<T> => (await request({ method, params })) as T
  return {
    async getAccountAddresses() {
      type Listed = Omit<BitcoinAccountAddress, 'purpose'> & { purpose?: string; intention?: string }
      const listed = await ask<Listed[]>('getAccountAddresses', { account: accountOf() })
      return listed.map(({ purpose, intention, ...rest }) => ({
        ...rest,
        purpose: (purpose ?? intention) === 'ordinal' ? 'ordinal' : 'payment',
      }))
    },
    async signMessage({ message, address, protocol }) {
      const params = { account: address, address, message, ...(protocol ? { protocol } : {}) }
      const { signature } = await ask<{ signature: string }>('signMessage', params)
      return signature
    },
    async sendTransfer({ amount, recipient }) {
      const params = { account: accountOf(), recipientAddress: recipient, amount }
      return (await ask<{ txid: string }>('sendTransfer', params)).txid
    },
    signPSBT: ({ psbt, signInputs, broadcast = false }) =>
      ask('signPsbt', { account: signInputs[0]?.address ?? accountOf(), psbt, signInputs, broadcast }),
  }
}
