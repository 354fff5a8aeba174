import { createAccountData, ownedAccountAddress, smartAccountContracts } from '@billfold/protocol/embedded/smartAccount'
import { is7702Factory, type UserOperation } from '@billfold/protocol/embedded/userOperation'
import { type Hex, recoverAddress, size } from 'viem'
import { hashAuthorization } from 'viem/utils'
import { sameHex } from '../chains/eip155/hex.ts'
import { refuse } from './operationRefusal.ts'
import type { SmartChain } from './smartChain.ts'

/** More than our accounts and paymaster ever need: a higher limit would only waste someone's gas. */
export const maxGas = {
  verificationGasLimit: 500_000n,
  callGasLimit: 8_000_000n,
  paymasterVerificationGasLimit: 150_000n,
  paymasterPostOpGasLimit: 0n,
  preVerificationGas: 3_000_000n,
} as const

/** Checks an operation by its own fields: it must be of our accounts, and paid for by them or by our paymaster. */
export function checkOperation(op: UserOperation, { kind, paymaster, name }: SmartChain): void {
  for (const [field, most] of Object.entries(maxGas))
    if (op[field as keyof typeof maxGas] > most) throw refuse('invalid', `${field} exceeds the maximum, ${most}.`)
  if (op.maxPriorityFeePerGas > op.maxFeePerGas)
    throw refuse('invalid', 'maxPriorityFeePerGas must not be above maxFeePerGas.')
  if (op.paymaster && !sameHex(op.paymaster, paymaster))
    throw refuse('paymaster', `The paymaster ${op.paymaster} does not belong to this server.`)
  if (op.paymaster && size(op.paymasterData) !== 77)
    throw refuse('paymaster', 'paymasterData is not a sponsorship from this server.')
  if (kind === '7702') check7702(op, name)
  else check4337(op, name)
}

function check4337(op: UserOperation, name: string): void {
  if (op.eip7702Auth || is7702Factory(op.factory))
    throw refuse('invalid', `A factory creates smart accounts on ${name}, not an authorization (EIP-7702).`)
  if (op.factory) checkFactory(op)
}

function check7702({ factory, factoryData, eip7702Auth }: UserOperation, name: string): void {
  // With this marker in place of a factory, the signature covers the implementation.
  if (!is7702Factory(factory) || factoryData !== '0x')
    throw refuse('invalid', `An operation on ${name} must have 0x7702 as its factory, without data.`)
  if (eip7702Auth && !sameHex(eip7702Auth.address, smartAccountContracts.implementation7702))
    throw refuse('account', `This server does not support the implementation ${eip7702Auth.address}.`)
}

function checkFactory({ factory, factoryData, sender }: UserOperation): void {
  if (!sameHex(factory, smartAccountContracts.factory4337))
    throw refuse('account', `This server does not support the factory ${factory}.`)
  const owner: Hex = `0x${factoryData.slice(34, 74)}`
  if (!/^0x[0-9a-fA-F]{40}$/.test(owner) || !sameHex(factoryData, createAccountData(owner)))
    throw refuse('account', 'factoryData must be createAccount(owner, 0).')
  if (!sameHex(sender, ownedAccountAddress(owner)))
    throw refuse('account', 'The factory creates a different account than the sender.')
}

/** Whether an authorization is the sender's own, for this chain alone, and still valid. */
export async function checkAuthorization(op: UserOperation, chainId: bigint, accountNonce: bigint): Promise<void> {
  const auth = op.eip7702Auth
  if (!auth) return
  if (auth.chainId !== chainId)
    throw refuse('invalid', `The authorization is for chain ${auth.chainId}, and this is chain ${chainId}.`)
  if (auth.nonce !== accountNonce)
    throw refuse('invalid', `The authorization's nonce is ${auth.nonce} and the account's is ${accountNonce}.`)
  const { r, s, yParity, ...signed } = toSignedAuthorization(auth)
  const signer = await recoverAddress({ hash: hashAuthorization(signed), signature: { r, s, yParity } }).catch(
    () => undefined,
  )
  if (!sameHex(signer, op.sender)) throw refuse('signature', 'The authorization is not signed by the sender.')
}

/** An authorization in the form that viem's serializer takes. */
export function toSignedAuthorization(auth: NonNullable<UserOperation['eip7702Auth']>) {
  const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
  return {
    chainId: Number(auth.chainId),
    address: auth.address,
    nonce: Number(auth.nonce),
    r: word(auth.r),
    s: word(auth.s),
    yParity: Number(auth.yParity),
  }
}
