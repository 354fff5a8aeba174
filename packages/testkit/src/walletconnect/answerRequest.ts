import { type SignerPayload, signedBytes } from '@billfold/protocol/polkadot/extrinsic'
import { withSignature } from '@billfold/protocol/solanaTransaction'
import { decodeBase64, encodeBase64 } from '@billfold/protocol/wc/base64'
import { familyOf } from '@billfold/protocol/wc/namespaces'
import { base58 } from '@scure/base'
import { bytesToHex, getAddress, isAddress } from 'viem/utils'
import type { Esplora } from '../bitcoin/payBitcoin.ts'
import { parsePersonalSign, parseTypedData } from '../methods/signing.ts'
import { providerError } from '../providerError.ts'
import { parseObject } from '../quantity.ts'
import { parseCall, quoteFees, sendCall } from '../sendCall.ts'
import { type SendOptions, type SolanaRpc, sendSolanaTransaction } from '../solana/sendSolanaTransaction.ts'
import { parseSolanaTransaction, signSolanaTransaction } from '../solana/signSolanaTransaction.ts'
import type { WalletChain } from '../walletSession.ts'
import type { WalletKeys } from './walletKeys.ts'

/** A wallet's means to respond: its keys, its EVM chains and their nodes. */
export type Signing = {
  keys: WalletKeys
  chains: readonly WalletChain[]
  rpc: (chain: WalletChain, method: string, params: readonly unknown[]) => Promise<unknown>
  /** The way to a Solana chain's node, by its CAIP-2 id; absent for a wallet that signs and does not send there. */
  solanaRpc?: ((chain: string) => SolanaRpc) | undefined
  /** The way to a Bitcoin chain; absent likewise. */
  esplora?: ((chain: string) => Promise<Esplora>) | undefined
}
export type SiteRequest = { chainId: string; method: string; params: unknown }
type Method = (signing: Signing, request: SiteRequest) => Promise<unknown>

const mustBe = (own: string, actual: unknown) => {
  const isSame = typeof actual === 'string' && (actual === own || (isAddress(actual) && getAddress(actual) === own))
  if (!isSame) throw providerError('unauthorized', `This session may use ${own} only, not ${String(actual)}`)
}
const listOf = (params: unknown): readonly unknown[] => (Array.isArray(params) ? params : [])

const eip155: Record<string, Method> = {
  async personal_sign({ keys }, { params }) {
    const account = await keys.eip155()
    const { bytes, address } = parsePersonalSign(listOf(params))
    mustBe(account.address, address)
    return account.signMessage({ message: { raw: bytes } })
  },
  async eth_signTypedData_v4({ keys }, { params }) {
    const account = await keys.eip155()
    const [address, data] = listOf(params)
    mustBe(account.address, address)
    return account.signTypedData(parseTypedData(data))
  },
  async eth_sendTransaction(signing, { chainId, params }) {
    const account = await signing.keys.eip155()
    const input = parseObject(listOf(params)[0], 'The transaction')
    mustBe(account.address, input.from)
    const chain = signing.chains.find(({ id }) => chainId === `eip155:${id}`)
    if (!chain) throw providerError('chain_unknown', `The wallet has no RPC URL for ${chainId}`)
    const call = parseCall(input)
    return sendCall(signing, chain, account, call, await quoteFees(signing, chain, account.address, call))
  },
}

const solana: Record<string, Method> = {
  async solana_signMessage({ keys }, { params }) {
    const key = await keys.solana()
    const { message, pubkey } = parseObject(params, 'The request')
    mustBe(key.address, pubkey)
    return { signature: base58.encode(await key.sign(messageBytes(message))) }
  },
  async solana_signTransaction({ keys }, { params }) {
    const key = await keys.solana()
    const { transaction, pubkey } = parseObject(params, 'The request')
    if (pubkey !== undefined) mustBe(key.address, pubkey)
    const bytes = transactionBytes(transaction)
    const signature = await key.sign(parseSolanaTransaction(bytes, key.address).message)
    const signed = withSignature(bytes, key.address, signature)
    return { signature: base58.encode(signature), transaction: encodeBase64(signed) }
  },
  async solana_signAllTransactions({ keys }, { params }) {
    const key = await keys.solana()
    const { transactions, pubkey } = parseObject(params, 'The request')
    if (pubkey !== undefined) mustBe(key.address, pubkey)
    const signed = listOf(transactions).map((each) => signSolanaTransaction(key, transactionBytes(each)))
    return { transactions: (await Promise.all(signed)).map(encodeBase64) }
  },
  async solana_signAndSendTransaction({ keys, solanaRpc }, { chainId, params }) {
    const key = await keys.solana()
    const { transaction, sendOptions, pubkey } = parseObject(params, 'The request')
    if (pubkey !== undefined) mustBe(key.address, pubkey)
    const rpc = solanaRpc?.(chainId)
    if (!rpc) throw providerError('chain_unknown', `The wallet has no RPC URL for ${chainId}`)
    const signed = await signSolanaTransaction(key, transactionBytes(transaction))
    return { signature: base58.encode(await sendSolanaTransaction(rpc, signed, sendOptions as SendOptions)) }
  },
  solana_getAccounts: async ({ keys }) => [{ pubkey: (await keys.solana()).address }],
  solana_requestAccounts: async ({ keys }) => [{ pubkey: (await keys.solana()).address }],
}

function transactionBytes(text: unknown): Uint8Array<ArrayBuffer> {
  try {
    return decodeBase64(String(text))
  } catch {
    throw providerError('invalid_input', 'The transaction must be base64')
  }
}

const bip122: Record<string, Method> = {
  async signMessage({ keys }, { chainId, params }) {
    const key = await keys.bip122(chainId)
    const { message, address, account } = parseObject(params, 'The request')
    mustBe(key.address, address ?? account)
    if (typeof message !== 'string') throw providerError('invalid_input', 'The message must be a text')
    return { address: key.address, signature: await key.signMessage(message) }
  },
  async signPsbt({ keys, esplora }, { chainId, params }) {
    const key = await keys.bip122(chainId)
    const { account, psbt, signInputs, broadcast } = parseObject(params, 'The request')
    mustBe(key.address, account)
    if (broadcast && !esplora) throw providerError('wallet_method_unsupported', 'The wallet signs but cannot send')
    if (typeof psbt !== 'string') throw providerError('invalid_input', 'The PSBT must be a text in base64')
    const indexes = (Array.isArray(signInputs) ? signInputs : []).map((one) => Number(one?.index))
    const signed = await key.signPsbt(decodeBase64(psbt), indexes)
    if (!broadcast || !esplora) return { psbt: encodeBase64(signed) }
    const { finalHex } = await import('../bitcoin/signPsbt.ts')
    return { psbt: encodeBase64(signed), txid: await (await esplora(chainId)).broadcast(finalHex(signed)) }
  },
  async sendTransfer({ keys, esplora }, { chainId, params }) {
    const key = await keys.bip122(chainId)
    const { account, recipientAddress, amount } = parseObject(params, 'The request')
    mustBe(key.address, account)
    if (typeof amount !== 'string' || !/^[1-9][0-9]{0,15}$/.test(amount))
      throw providerError('invalid_input', 'The amount must be a text of whole satoshis')
    if (!esplora) throw providerError('wallet_method_unsupported', 'The wallet signs but cannot send')
    const { payBitcoin } = await import('../bitcoin/payBitcoin.ts')
    const payment = { chain: chainId, to: String(recipientAddress), amount: BigInt(amount) }
    return { txid: await payBitcoin(key, payment, await esplora(chainId)) }
  },
  async getAccountAddresses({ keys }, { chainId }) {
    const { address, publicKey } = await keys.bip122(chainId)
    return [{ address, publicKey: publicKey.slice(2), intention: 'payment' }]
  },
}

const polkadot: Record<string, Method> = {
  async polkadot_signMessage({ keys }, { chainId, params }) {
    const key = await keys.polkadot(chainId)
    const { message, address } = parseObject(params, 'The request')
    mustBe(key.address, address)
    if (typeof message !== 'string') throw providerError('invalid_input', 'The message must be a text')
    // Around the text, as every Polkadot wallet has it, so that it can never be a transaction.
    const bytes = new TextEncoder().encode(`<Bytes>${message}</Bytes>`)
    return { signature: bytesToHex(await key.sign(bytes)) }
  },
  async polkadot_signTransaction({ keys }, { chainId, params }) {
    const key = await keys.polkadot(chainId)
    const { address, transactionPayload } = parseObject(params, 'The request')
    mustBe(key.address, address)
    const payload = parseObject(transactionPayload, 'The transaction') as unknown as SignerPayload
    return { signature: bytesToHex(Uint8Array.of(0, ...(await key.sign(Uint8Array.from(signedBytes(payload)))))) }
  },
}

const families: Readonly<Record<string, Record<string, Method>>> = { eip155, solana, bip122, polkadot }

/** Methods that the wallet offers only with a node of the chain. */
const needs: Readonly<Record<string, 'solanaRpc' | 'esplora'>> = {
  solana_signAndSendTransaction: 'solanaRpc',
  sendTransfer: 'esplora',
}

/** The methods the wallet answers in a family; what it cannot do it does not offer. */
export const methodsOf = (family: string, ways: Pick<Signing, 'solanaRpc' | 'esplora'>): string[] =>
  Object.keys(families[family] ?? {}).filter((name) => needs[name] === undefined || ways[needs[name]] !== undefined)

/** Signs or sends what a site asked for; refuses what is not for this account, or cannot be done, by name. */
export async function answerRequest(signing: Signing, request: SiteRequest): Promise<unknown> {
  const known = families[familyOf(request.chainId)] ?? {}
  const method = Object.hasOwn(known, request.method) ? known[request.method] : undefined
  if (!method) throw providerError('wallet_method_unsupported', `The wallet does not support ${request.method}`)
  return method(signing, request)
}

function messageBytes(message: unknown): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(base58.decode(message as string))
  } catch {
    throw providerError('invalid_input', 'The message must be base58')
  }
}
