import { decodeBase58, encodeBase58 } from '@billfold/protocol/base58'
import { KitError } from '@billfold/protocol/error'
import { decodeBase64, encodeBase64 } from '@billfold/protocol/wc/base64'

type Encoded = { params: unknown; read: (answer: unknown) => unknown }

const toFrame = (text: unknown): string => {
  if (typeof text !== 'string') throw new KitError('invalid_input', { message: 'The transaction must be base64' })
  return encodeBase58(decodeBase64(text))
}
const fromFrame = (text: unknown): string => {
  if (typeof text !== 'string') throw new KitError('wallet_answer_invalid')
  return encodeBase64(decodeBase58(text))
}

/** Converts the kit's requests for the frame: its transactions are base58, the kit's and WalletConnect's base64. */
export const solanaRequests: Readonly<Record<string, (params: never) => Encoded>> = {
  solana_signTransaction: ({ transaction }: { transaction: unknown }) => ({
    params: { transaction: toFrame(transaction) },
    read: (answer) => ({ transaction: fromFrame((answer as { transaction?: unknown } | null)?.transaction) }),
  }),
  solana_signAllTransactions: ({ transactions }: { transactions: readonly unknown[] }) => ({
    params: { transactions: transactions.map(toFrame) },
    read(answer) {
      const { transactions: signed } = (answer ?? {}) as { transactions?: unknown }
      if (!Array.isArray(signed)) throw new KitError('wallet_answer_invalid')
      return { transactions: signed.map(fromFrame) }
    },
  }),
  solana_signAndSendTransaction: ({ transaction, sendOptions }: { transaction: unknown; sendOptions?: unknown }) => ({
    params: { transaction: toFrame(transaction), ...(sendOptions ? { options: sendOptions } : {}) },
    read: (answer) => answer,
  }),
}
