import { encodeBase58 } from '@billfold/protocol/base58'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { readSolanaTransaction } from '@billfold/protocol/solanaTransaction'
import { decodeBase64, encodeBase64 } from '@billfold/protocol/wc/base64'
import { featureOf } from './readWallet.ts'
import type { StandardAccount, StandardWallet } from './standardWallet.ts'

/** Calls a method of a wallet's feature with one input per item. */
type Call = (feature: string, method: string, inputs: readonly unknown[]) => Promise<unknown>
type TransactionRequest = {
  /** The wallet's sanitized name. */
  name: string
  wallet: StandardWallet
  account: StandardAccount
  networkId: CaipNetworkId
  params: unknown
  call: Call
}

const signing = 'solana:signTransaction'
const sending = 'solana:signAndSendTransaction'

/** The Wallet Standard's names for chains by CAIP-2 id. */
const chainNames: Readonly<Record<string, string>> = {
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'solana:mainnet',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1': 'solana:devnet',
  'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'solana:testnet',
}

/** WalletConnect's transaction requests for a Wallet Standard wallet; the chain parses the responses. */
export const standardTransactions: Readonly<Record<string, (request: TransactionRequest) => Promise<unknown>>> = {
  async solana_signTransaction(request) {
    const { transaction, maySend } = request.params as { transaction: string; maySend?: boolean }
    // A wallet that only signs what it sends gets a send request, if the kit would send it anyway.
    if (maySend && !Object.hasOwn(request.wallet.features, signing))
      return { ...((await standardTransactions.solana_signAndSendTransaction!(request)) as object), isSent: true }
    const [signed] = await sign(request, [transaction])
    return { transaction: signed }
  },
  async solana_signAllTransactions(request) {
    const { transactions } = request.params as { transactions: readonly string[] }
    return { transactions: await sign(request, transactions) }
  },
  async solana_signAndSendTransaction(request) {
    const { transaction, sendOptions } = request.params as { transaction: string; sendOptions?: unknown }
    const bytes = bytesFor(request, sending, transaction)
    const chain = chainOf(request)
    // A wallet that does not list the chain would send to another one.
    if (!chain) throw new KitError('chain_unknown', { message: `${request.name} cannot send on this network` })
    const input = {
      account: request.account,
      chain,
      transaction: bytes,
      ...(sendOptions ? { options: sendOptions } : {}),
    }
    const answer = await request.call(sending, 'signAndSendTransaction', [input])
    const [{ signature } = {} as { signature?: unknown }] = listOf<{ signature?: unknown }>(answer, 1)
    if (!(signature instanceof Uint8Array)) throw new KitError('wallet_answer_invalid', { cause: answer })
    return { signature: encodeBase58(signature) }
  },
}

async function sign(request: TransactionRequest, texts: readonly string[]): Promise<string[]> {
  const chain = chainOf(request)
  const inputs = texts.map((text) => ({
    account: request.account,
    transaction: bytesFor(request, signing, text),
    ...(chain ? { chain } : {}),
  }))
  const answer = await request.call(signing, 'signTransaction', inputs)
  return listOf<{ signedTransaction?: unknown }>(answer, texts.length).map((signed) => {
    if (!(signed?.signedTransaction instanceof Uint8Array))
      throw new KitError('wallet_answer_invalid', { cause: answer })
    return encodeBase64(signed.signedTransaction)
  })
}

/** The bytes, if the wallet supports signing this transaction version. */
function bytesFor({ wallet, name }: TransactionRequest, feature: string, text: string): Uint8Array {
  const bytes = decodeBase64(text)
  const { version } = readSolanaTransaction(bytes)
  const { supportedTransactionVersions: known } = featureOf(wallet, feature)
  if (!Array.isArray(known) || !known.includes(version))
    throw new KitError('wallet_method_unsupported', {
      message: `${name} cannot sign ${version === 'legacy' ? 'legacy transactions' : `transactions of version ${version}`}`,
    })
  return bytes
}

/** The wallet's name for the network, if supported. */
function chainOf({ wallet, account, networkId }: TransactionRequest): string | undefined {
  const chain = chainNames[networkId] ?? networkId
  const isKnown = (chains: unknown) => Array.isArray(chains) && chains.includes(chain)
  return isKnown(wallet.chains) && isKnown(account.chains) ? chain : undefined
}

function listOf<T>(answer: unknown, length: number): readonly T[] {
  if (!Array.isArray(answer) || answer.length !== length) throw new KitError('wallet_answer_invalid', { cause: answer })
  return answer
}
