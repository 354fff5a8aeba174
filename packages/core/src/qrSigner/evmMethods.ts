import { bytesOfHex, hexOf, joinBytes } from '@billfold/protocol/bytes'
import { parseCaipNetworkId } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { evmMessageHash } from '@billfold/protocol/signin/isEvmMessageSigned'
import { isSignedByKey } from '@billfold/protocol/signin/isSignedByKey'
import { CodeError } from '@billfold/protocol/ur/codeError'
import { type ethDataTypes, ethSignRequest } from '@billfold/protocol/ur/signRequests'
import { readSignature } from '@billfold/protocol/ur/signResponses'
import type { TransactionSerializable } from 'viem'
import { hashTypedData, hexToBytes, isAddress, keccak256, serializeTransaction } from 'viem/utils'
import { readQuantity, toQuantity } from '../chains/eip155/quantity.ts'
import { gasPrice, withRoom } from '../chains/eip155/sendFees.ts'
import { broadcast, invalidInput, type SignerContext, type SignerMethods } from './signerContext.ts'

type Hex = `0x${string}`
type Fields = Readonly<Record<string, unknown>>

/** The account's methods on EVM chains. */
export const evmMethods: SignerMethods = {
  eth_accounts: async ({ account }) => [account.address],
  eth_requestAccounts: async ({ account }) => [account.address],
  eth_chainId: async ({ networkId }) => toQuantity(chainIdOf(networkId)),
  async personal_sign(context, params) {
    const [first, second] = listOf(params)
    // Some libraries put the account first, some second.
    const message = isAccount(second) || !isAccount(first) ? first : second
    assertAccount(context, message === first ? second : first)
    if (typeof message !== 'string') throw invalidInput('The message must be a string')
    const data = /^0x([0-9a-f]{2})*$/i.test(message) ? bytesOfHex(message.slice(2)) : new TextEncoder().encode(message)
    return signHash(context, 'message', data, evmMessageHash(data))
  },
  eth_signTypedData_v3: (context, params) => signTypedData(context, params),
  eth_signTypedData_v4: (context, params) => signTypedData(context, params),
  eth_signTransaction: async (context, params) => (await signTransaction(context, params)).raw,
  async eth_sendTransaction(context, params) {
    const { raw, hash } = await signTransaction(context, params)
    await broadcast(context, { method: 'eth_sendRawTransaction', params: [raw] })
    return hash
  },
}

async function signTypedData(context: SignerContext, params: unknown): Promise<string> {
  const [address, typed] = listOf(params)
  assertAccount(context, address)
  const text = typeof typed === 'string' ? typed : JSON.stringify(typed)
  let hash: Hex
  try {
    hash = hashTypedData(JSON.parse(text))
  } catch {
    throw invalidInput('The typed data is invalid')
  }
  return signHash(context, 'typedData', new TextEncoder().encode(text), hexToBytes(hash))
}

async function signHash(context: SignerContext, type: 'message' | 'typedData', data: Uint8Array, hash: Uint8Array) {
  const { bytes, parity } = await requestSignature(context, { type, data, hash })
  return `0x${hexOf(bytes)}${parity === 0 ? '1b' : '1c'}`
}

type ToSign = { type: keyof typeof ethDataTypes; data: Uint8Array; hash: Uint8Array }

/** `r` and `s` from the device, and the parity under which they are this account's: devices write `v` in several ways. */
async function requestSignature(context: SignerContext, { type, data, hash }: ToSign) {
  const { account, networkId, origin } = context
  const id = context.requestId()
  const ur = ethSignRequest({
    ...{ id, type, data, origin, signer: account, chainId: chainIdOf(networkId) },
    address: bytesOfHex(account.address.slice(2)),
  })
  return context.sign(ur, (answer) => {
    const bytes = readSignature('eth', answer, id).subarray(0, 64)
    const parity = [0, 1].find((v) => isSignedByKey(hash, joinBytes(bytes, Uint8Array.of(v)), account.address))
    if (parity === undefined) throw new CodeError('other_account')
    return { bytes, parity }
  })
}

async function signTransaction(context: SignerContext, params: unknown): Promise<{ raw: Hex; hash: Hex }> {
  const [fields] = listOf(params)
  if (typeof fields !== 'object' || fields === null) throw invalidInput('The transaction must be an object')
  const transaction = await completeTransaction(context, fields as Fields)
  const unsigned = serializeTransaction(transaction)
  const { bytes, parity } = await requestSignature(context, {
    type: transaction.type === 'legacy' ? 'transaction' : 'typedTransaction',
    data: hexToBytes(unsigned),
    hash: hexToBytes(keccak256(unsigned)),
  })
  const [r, s] = [`0x${hexOf(bytes.subarray(0, 32))}`, `0x${hexOf(bytes.subarray(32))}`] as const
  const v = BigInt(transaction.chainId!) * 2n + 35n + BigInt(parity)
  const raw = serializeTransaction(transaction, transaction.type === 'legacy' ? { r, s, v } : { r, s, yParity: parity })
  return { raw, hash: keccak256(raw) }
}

/** Fills in what the site left out, from the network's nodes. */
async function completeTransaction(context: SignerContext, fields: Fields): Promise<TransactionSerializable> {
  const { account, networkId, ask } = context
  const from = account.address
  assertAccount(context, fields.from)
  const chainId = chainIdOf(networkId)
  if (fields.chainId !== undefined && Number(fields.chainId) !== chainId) throw new KitError('chain_disconnected')
  if (fields.authorizationList !== undefined || fields.blobVersionedHashes !== undefined)
    throw new KitError('wallet_method_unsupported', { message: 'The device does not sign transactions of this type' })
  const { to, value, data = fields.input } = fields
  if (to !== undefined && to !== null && !isAccount(to)) throw invalidInput('The recipient is invalid')
  const call = { from, ...(to ? { to } : {}), ...(value ? { value } : {}), ...(data ? { data } : {}) }
  const price = fields.gasPrice ?? fields.maxFeePerGas
  const [nonce, gas, fee] = await Promise.all([
    fields.nonce ?? ask({ method: 'eth_getTransactionCount', params: [from, 'pending'] }),
    fields.gas ?? fields.gasLimit ?? ask({ method: 'eth_estimateGas', params: [call] }).then(withMargin),
    price === undefined ? gasPrice(ask).then((own) => own.fields as Fields) : fields,
  ])
  const quantity = (given: unknown, what: string) => {
    if (typeof given === 'number' || typeof given === 'bigint') return BigInt(given)
    return readQuantity(given ?? '0x0', what)
  }
  if (data !== undefined && !/^0x([0-9a-f]{2})*$/i.test(String(data))) throw invalidInput('The data must be hex')
  const common = {
    ...{ chainId, nonce: Number(quantity(nonce, 'nonce')), gas: quantity(gas, 'gas') },
    ...{ value: quantity(value, 'value'), data: (data ?? '0x') as Hex },
    ...(to ? { to: to as Hex } : {}),
  }
  if (fee.gasPrice !== undefined) return { ...common, type: 'legacy', gasPrice: quantity(fee.gasPrice, 'gas price') }
  return {
    ...{ ...common, type: 'eip1559', maxFeePerGas: quantity(fee.maxFeePerGas, 'fee') },
    maxPriorityFeePerGas: quantity(fee.maxPriorityFeePerGas, 'tip'),
    ...(Array.isArray(fields.accessList) ? { accessList: fields.accessList } : {}),
  }
}

const withMargin = (estimate: unknown) => toQuantity(withRoom(readQuantity(estimate, 'gas estimate')))
const chainIdOf = (networkId: SignerContext['networkId']) => Number(parseCaipNetworkId(networkId).reference)
const listOf = (params: unknown): readonly unknown[] => (Array.isArray(params) ? params : [])
const isAccount = (value: unknown): value is string => typeof value === 'string' && isAddress(value, { strict: false })

function assertAccount({ account }: SignerContext, named: unknown): void {
  if (named !== undefined && !sameAddress('eip155', String(named), account.address))
    throw new KitError('account_mismatch')
}
