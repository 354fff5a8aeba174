import { decodeBase58, encodeBase58 } from '@billfold/protocol/base58'
import { KitError } from '@billfold/protocol/error'
import { decodeBase64, encodeBase64 } from '@billfold/protocol/wc/base64'
import type { WalletProvider } from './walletProvider.ts'

/** Either class of transactions of @solana/web3.js, or the bytes of any library's. */
export type SolanaTransactionLike =
  | Uint8Array
  | {
      /** The transaction's bytes, as `@solana/web3.js` writes them. */
      serialize(config?: { requireAllSignatures?: boolean; verifySignatures?: boolean }): Uint8Array
    }

/** How a transaction is sent, as Solana's nodes take it. */
export type SolanaSendOptions = {
  /** Sends without simulating first; the node's default is `false`. */
  skipPreflight?: boolean
  /** How final the state must be that the simulation runs on. */
  preflightCommitment?: string
  /** How often the node sends it again. */
  maxRetries?: number
  /** The oldest slot that the node may answer from. */
  minContextSlot?: number
}

/** The methods of AppKit's Solana providers: signing for the active account, with the visitor's wallet. */
export type SolanaMethods = {
  /** Signs a message; resolves with the signature. */
  signMessage(message: Uint8Array): Promise<Uint8Array>
  /** Signs a transaction without sending it; resolves with the signed one. */
  signTransaction<T extends SolanaTransactionLike>(transaction: T): Promise<T>
  /** Signs several transactions in one request. */
  signAllTransactions<T extends readonly SolanaTransactionLike[]>(transactions: T): Promise<T>
  /** The wallet sends it; resolves with its signature, which is also its name on the chain. */
  signAndSendTransaction(transaction: SolanaTransactionLike, options?: SolanaSendOptions): Promise<string>
  /** The wallet signs it, and the connection that is given sends it. */
  sendTransaction<Options>(
    transaction: SolanaTransactionLike,
    connection: { sendRawTransaction(bytes: Uint8Array, options?: Options): Promise<string> },
    options?: Options,
  ): Promise<string>
}
/** The connected Solana wallet. */
export type SolanaProvider = WalletProvider & SolanaMethods

/** AppKit's methods over a provider's requests; `pubkeyOf` says whose account is shown when one is called. */
export function solanaMethods({ request }: Pick<WalletProvider, 'request'>, pubkeyOf: () => string): SolanaMethods {
  const signTransaction: SolanaMethods['signTransaction'] = async (transaction) => {
    const params = { transaction: textOf(transaction), pubkey: pubkeyOf() }
    const { transaction: signed } = (await request({ method: 'solana_signTransaction', params })) as Signed
    return likeThe(transaction, decodeBase64(signed))
  }
  return {
    signTransaction,
    async signMessage(message) {
      const params = { message: encodeBase58(message), pubkey: pubkeyOf() }
      const { signature } = (await request({ method: 'solana_signMessage', params })) as { signature: string }
      return decodeBase58(signature)
    },
    async signAllTransactions(transactions) {
      const params = { transactions: transactions.map(textOf), pubkey: pubkeyOf() }
      const answer = await request({ method: 'solana_signAllTransactions', params })
      const { transactions: signed } = answer as { transactions: readonly string[] }
      return transactions.map((each, at) => likeThe(each, decodeBase64(signed[at]!))) as never
    },
    async signAndSendTransaction(transaction, sendOptions) {
      const params = { transaction: textOf(transaction), pubkey: pubkeyOf(), ...(sendOptions ? { sendOptions } : {}) }
      const answer = await request({ method: 'solana_signAndSendTransaction', params })
      return (answer as { signature: string }).signature
    },
    async sendTransaction(transaction, connection, options) {
      const params = { transaction: textOf(transaction), pubkey: pubkeyOf() }
      const { transaction: signed } = (await request({ method: 'solana_signTransaction', params })) as Signed
      return connection.sendRawTransaction(decodeBase64(signed), options)
    },
  }
}

type Signed = { transaction: string }

function textOf(transaction: SolanaTransactionLike): string {
  if (transaction instanceof Uint8Array) return encodeBase64(transaction)
  if (typeof transaction?.serialize !== 'function')
    throw new KitError('invalid_input', {
      message: 'Pass a transaction of @solana/web3.js or its bytes; for @solana/kit use solanaSigner',
    })
  return encodeBase64(transaction.serialize({ requireAllSignatures: false, verifySignatures: false }))
}

/** The signed bytes as the site's library has transactions: made by the class of what was given. */
function likeThe<T extends SolanaTransactionLike>(given: T, signed: Uint8Array): T {
  if (given instanceof Uint8Array) return signed as T
  type Read = ((bytes: Uint8Array) => T) | undefined
  const { deserialize, from } = given.constructor as unknown as { deserialize?: Read; from?: Read }
  const read = deserialize ?? from
  if (!read)
    throw new KitError('invalid_input', { message: 'The class of this transaction cannot decode the signed one' })
  return read.call(given.constructor, signed)
}
