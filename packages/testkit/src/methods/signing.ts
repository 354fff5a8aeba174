import type { Hex, TypedDataDefinition } from 'viem'
import { hexToBytes, stringToBytes, validateTypedData } from 'viem/utils'
import { providerError } from '../providerError.ts'
import { parseObject } from '../quantity.ts'
import { confirm, type Method, permittedAccount } from '../walletContext.ts'

const isAddress = (value: unknown) => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value)

/** What `personal_sign` asks to be signed, and the account that signs. */
export function parsePersonalSign(params: readonly unknown[]): { bytes: Uint8Array; address: unknown } {
  // Some libraries send the address first, as the retired eth_sign did; every wallet accepts both.
  const [message, address] = isAddress(params[0]) && !isAddress(params[1]) ? [params[1], params[0]] : params
  if (typeof message !== 'string')
    throw providerError('invalid_input', 'The message must be a text or hexadecimal bytes')
  const bytes = /^0x([0-9a-fA-F]{2})*$/.test(message) ? hexToBytes(message as Hex) : stringToBytes(message)
  return { bytes, address }
}

const personalSign: Method = async (context, params, method) => {
  const { bytes, address } = parsePersonalSign(params)
  const account = await permittedAccount(context, address)
  await confirm(context, method, { kind: 'message', account: account.address, chain: context.session.chain(), bytes })
  return account.signMessage({ message: { raw: bytes } })
}

const signTypedData: Method = async (context, params, method) => {
  const account = await permittedAccount(context, params[0])
  const typedData = parseTypedData(params[1])
  const chain = context.session.chain()
  const domainChainId = typedData.domain?.chainId
  if (domainChainId !== undefined && BigInt(domainChainId) !== BigInt(chain.id))
    throw providerError(
      'invalid_input',
      `The typed data is for chain ${domainChainId}, but the wallet is on chain ${chain.id}`,
    )
  await confirm(context, method, { kind: 'typedData', account: account.address, chain, typedData })
  return account.signTypedData(typedData)
}

/** Typed data as a site sends it, read and checked. */
export function parseTypedData(value: unknown): TypedDataDefinition {
  try {
    const parsed = parseObject(typeof value === 'string' ? JSON.parse(value) : value, 'The typed data')
    for (const part of ['types', 'domain', 'message']) parseObject(parsed[part], part)
    const typedData = parsed as unknown as TypedDataDefinition
    validateTypedData(typedData)
    return typedData
  } catch (error) {
    const why = error instanceof Error ? error.message.split('\n')[0] : String(error)
    throw providerError('invalid_input', `The typed data cannot be signed: ${why}`)
  }
}

const refuseEthSign: Method = async () => {
  throw providerError(
    'wallet_method_unsupported',
    'eth_sign signs what nobody can read, so the wallet refuses it: use personal_sign',
  )
}

/** Methods that sign what is not a transaction. */
export const signingMethods: Record<string, Method> = {
  personal_sign: personalSign,
  eth_signTypedData_v4: signTypedData,
  eth_sign: refuseEthSign,
}
