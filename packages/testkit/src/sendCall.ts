import type { TransactionSerializable } from 'viem'
import type { LocalAccount } from 'viem/accounts'
import { providerError } from './providerError.ts'
import { parseAddress, parseHex, parseOptionalQuantity, parseQuantity, toQuantity } from './quantity.ts'
import type { WalletContext } from './walletContext.ts'
import type { WalletChain } from './walletSession.ts'

/** A call as a site asks for it, read and checked; what is left out the wallet fills in. */
export type Call = {
  to?: `0x${string}` | undefined
  value: bigint
  data: `0x${string}`
  gas?: bigint | undefined
  nonce?: bigint | undefined
  gasPrice?: bigint | undefined
  maxFeePerGas?: bigint | undefined
  maxPriorityFeePerGas?: bigint | undefined
  /** The contract whose code the account runs from now on (EIP-7702): the wallet's own wish, never a site's. */
  delegateTo?: `0x${string}` | undefined
}

/** As much of a wallet as sending takes. */
type Rpc = Pick<WalletContext, 'rpc'>

type Fees = { gas: bigint; price: bigint } & (
  | { gasPrice: bigint }
  | { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
)

// Silently dropping one of these would send a different transaction.
const unsentFields = ['accessList', 'authorizationList', 'blobs', 'blobVersionedHashes']

/** Reads the fields of eth_sendTransaction, or of one call of wallet_sendCalls. */
export function parseCall(input: Record<string, unknown>): Call {
  const { data, input: alias } = input
  const unsent = unsentFields.find((field) => Array.isArray(input[field]) && input[field].length > 0)
  if (unsent) throw providerError('invalid_input', `The wallet does not send transactions with ${unsent}`)
  if (data !== undefined && alias !== undefined && data !== alias)
    throw providerError('invalid_input', 'data and input are the same field, but hold different bytes')
  const call: Call = {
    to: input.to === undefined || input.to === null ? undefined : parseAddress(input.to, 'to'),
    value: parseOptionalQuantity(input.value, 'value') ?? 0n,
    data: parseHex(data ?? alias ?? '0x', 'data'),
    gas: parseOptionalQuantity(input.gas ?? input.gasLimit, 'gas'),
    nonce: parseOptionalQuantity(input.nonce, 'nonce'),
    gasPrice: parseOptionalQuantity(input.gasPrice, 'gasPrice'),
    maxFeePerGas: parseOptionalQuantity(input.maxFeePerGas, 'maxFeePerGas'),
    maxPriorityFeePerGas: parseOptionalQuantity(input.maxPriorityFeePerGas, 'maxPriorityFeePerGas'),
  }
  if (!call.to && call.data === '0x')
    throw providerError('invalid_input', 'A transaction without a recipient must carry the code of a contract')
  if (call.gasPrice !== undefined && call.maxFeePerGas !== undefined)
    throw providerError('invalid_input', 'gasPrice and maxFeePerGas exclude each other')
  return call
}

/** The current fee of a call. Throws the chain's own error if the call would revert. */
export async function quoteFees(context: Rpc, chain: WalletChain, from: string, call: Call): Promise<Fees> {
  const request = { from, value: toQuantity(call.value), data: call.data, ...(call.to && { to: call.to }) }
  const [gas, block] = await Promise.all([
    call.gas ?? context.rpc(chain, 'eth_estimateGas', [request]).then((gas) => parseQuantity(gas, 'The estimated gas')),
    context.rpc(chain, 'eth_getBlockByNumber', ['latest', false]) as Promise<{ baseFeePerGas?: string } | null>,
  ])
  const baseFee = parseOptionalQuantity(block?.baseFeePerGas, 'The base fee')
  if (call.gasPrice !== undefined || baseFee === undefined) {
    const gasPrice = call.gasPrice ?? parseQuantity(await context.rpc(chain, 'eth_gasPrice', []), 'The gas price')
    return { gas, gasPrice, price: gasPrice }
  }
  const suggested =
    call.maxPriorityFeePerGas ?? parseQuantity(await context.rpc(chain, 'eth_maxPriorityFeePerGas', []), 'The tip')
  const maxFeePerGas = call.maxFeePerGas ?? baseFee * 2n + suggested
  const maxPriorityFeePerGas = suggested < maxFeePerGas ? suggested : maxFeePerGas
  const price = baseFee + maxPriorityFeePerGas < maxFeePerGas ? baseFee + maxPriorityFeePerGas : maxFeePerGas
  return { gas, maxFeePerGas, maxPriorityFeePerGas, price }
}

const sending = new WeakMap<Rpc, Promise<unknown>>()

/** Signs a call and hands it to the chain; one at a time, so that two never take the same nonce. */
export function sendCall(
  context: Rpc,
  chain: WalletChain,
  account: LocalAccount,
  call: Call,
  fees: Fees,
): Promise<string> {
  const send = async () => {
    const count =
      call.nonce ??
      parseQuantity(await context.rpc(chain, 'eth_getTransactionCount', [account.address, 'pending']), 'nonce')
    const { price: _, ...paid } = fees
    const transaction = {
      ...paid,
      type: call.delegateTo ? 'eip7702' : 'gasPrice' in paid ? 'legacy' : 'eip1559',
      chainId: chain.id,
      nonce: Number(count),
      value: call.value,
      data: call.data,
      ...(call.to && { to: call.to }),
      ...(call.delegateTo && { authorizationList: [await authorize(account, call.delegateTo, chain, Number(count))] }),
    } as TransactionSerializable
    const signed = await account.signTransaction(transaction)
    return (await context.rpc(chain, 'eth_sendRawTransaction', [signed])) as string
  }
  const turn = (sending.get(context) ?? Promise.resolve()).then(send, send)
  sending.set(context, turn)
  return turn
}

/** The transaction that carries it takes a number too, so the permission is for the one after. */
async function authorize(account: LocalAccount, address: `0x${string}`, { id: chainId }: WalletChain, count: number) {
  if (!account.signAuthorization) throw providerError('internal', 'This account cannot sign authorizations')
  return account.signAuthorization({ address, chainId, nonce: count + 1 })
}
