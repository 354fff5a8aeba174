import { decodeBase58, encodeBase58 } from '@billfold/protocol/base58'
import { KitError } from '@billfold/protocol/error'
import type {
  Address,
  MessageModifyingSigner,
  SignatureBytes,
  Transaction,
  TransactionModifyingSigner,
  TransactionPartialSigner,
  TransactionSendingSigner,
} from '@solana/kit'
import type { WalletProvider } from './api/walletProvider.ts'
import { fromWire, lifetimeIn, toWire } from './solanaWire.ts'

/** Every kind of signer of @solana/kit's: it takes the one that a transaction needs. */
export type SolanaSigner = MessageModifyingSigner &
  TransactionModifyingSigner &
  TransactionPartialSigner &
  TransactionSendingSigner

type Config = { abortSignal?: AbortSignal } | undefined

/**
 * A connected Solana account as a signer of @solana/kit's, which signs with the visitor's wallet. A wallet may change what it
 * signs (the Wallet Standard lets it); where it must not, because others sign the same bytes, a change is refused.
 */
export function solanaSigner(provider: WalletProvider, account: string): SolanaSigner {
  const address = account as Address
  const ask = async <T>(method: string, params: object): Promise<T> =>
    (await provider.request({ method, params: { ...params, pubkey: address } })) as T

  async function sign(transactions: readonly Transaction[], config: Config): Promise<readonly Transaction[]> {
    config?.abortSignal?.throwIfAborted()
    const texts = transactions.map(toWire)
    const [only, ...others] = texts
    if (!only) return []
    const signed =
      others.length === 0
        ? [(await ask<{ transaction: string }>('solana_signTransaction', { transaction: only })).transaction]
        : (await ask<{ transactions: string[] }>('solana_signAllTransactions', { transactions: texts })).transactions
    config?.abortSignal?.throwIfAborted()
    return signed.map(fromWire)
  }

  const signer: SolanaSigner = {
    address,
    async modifyAndSignMessages(messages, config) {
      const signed = []
      // One after the other: a wallet asks its person one thing at a time.
      for (const { content, signatures } of messages) {
        config?.abortSignal?.throwIfAborted()
        const answer = await ask<{ signature: string }>('solana_signMessage', { message: encodeBase58(content) })
        const own = { [address]: decodeBase58(answer.signature) }
        signed.push(Object.freeze({ content, signatures: { ...signatures, ...own } }))
      }
      return signed as never
    },
    async modifyAndSignTransactions(transactions, config) {
      const signed = await sign(transactions, config)
      return signed.map((each, at) =>
        Object.freeze({ ...each, lifetimeConstraint: lifetimeOf(each, transactions[at]!) }),
      ) as never
    },
    async signTransactions(transactions, config) {
      const signed = await sign(transactions, config)
      return signed.map(({ messageBytes, signatures }, at) => {
        if (!isSame(messageBytes, transactions[at]!.messageBytes))
          throw new KitError('wallet_answer_invalid', {
            message: 'The wallet changed a transaction that has other signers',
          })
        return Object.freeze({ [address]: signatures[address]! })
      })
    },
    async signAndSendTransactions(transactions, config) {
      const sent: SignatureBytes[] = []
      for (const each of transactions) {
        config?.abortSignal?.throwIfAborted()
        const transaction = toWire(each)
        const { signature } = await ask<{ signature: string }>('solana_signAndSendTransaction', { transaction })
        sent.push(decodeBase58(signature) as unknown as SignatureBytes)
      }
      return sent
    },
  }
  return Object.freeze(signer)
}

/** The lifetime of a signed transaction: the original one, or that of the wallet's own message. */
const lifetimeOf = (signed: Transaction, original: Transaction): unknown =>
  'lifetimeConstraint' in original && isSame(signed.messageBytes, original.messageBytes)
    ? original.lifetimeConstraint
    : lifetimeIn(toWire(signed))

const isSame = (a: { readonly [at: number]: number; length: number }, b: typeof a): boolean =>
  a.length === b.length && Array.from(a).every((byte, at) => byte === b[at])
