import { readBundlerAnswer } from '@billfold/protocol/embedded/bundlerAnswers'
import { smartAccountContracts } from '@billfold/protocol/embedded/smartAccount'
import {
  type Authorization,
  maxCostOf,
  type UserOperation,
  writeUserOperation,
} from '@billfold/protocol/embedded/userOperation'
import { KitError } from '@billfold/protocol/error'
import { capFees, readFeeCap } from '../evm/capFees.ts'
import type { Hex } from '../evm/signHash.ts'
import { encodeCalls, type SmartCall } from './encodeCalls.ts'
import { type Ask, creationOf, isDeployed, type SmartAccount } from './smartAccountOf.ts'

/**
 * The services that an operation needs. The paymaster is absent if no one sponsors operations; `others` are the operator's own nodes, which
 * check the first one.
 */
export type Chain = { node: Ask; bundler: Ask; paymaster?: Ask | undefined; others?: readonly Ask[] }

/** An operation that is ready to be shown and signed, with what its person must know. Nothing of it changes afterwards. */
export type PreparedOperation = {
  account: SmartAccount
  op: UserOperation
  calls: readonly SmartCall[]
  /** The calls' total value in the chain's coin. */
  value: bigint
  /** `sponsor`: the fee is not taken from the account. */
  feePayer: 'account' | 'sponsor'
  /** The most that the fee can come to. */
  maxFee: bigint
  /** True for the first operation, which makes the account a smart one. */
  createsAccount: boolean
  /** The sponsor's reason, if it declined. */
  notSponsored?: string | undefined
}

/** As long as a signature and as costly to check, by a key that no one has. */
const stubSignature: Hex = `0x${'1f'.repeat(64)}1c`
const getNonce = (sender: Hex): Hex => `0x35567e1a${sender.slice(2).padStart(64, '0')}${''.padStart(64, '0')}`

/**
 * Asks for everything that an operation needs: whether the account is ours to sign for, its nonce, its gas, the fees, and who pays.
 * Nothing is signed for it: an account's first operation carries an authorization without a signature until it is sent.
 */
export async function prepareOperation(
  account: SmartAccount,
  calls: readonly SmartCall[],
  chain: Chain,
): Promise<PreparedOperation> {
  const { node, bundler } = chain
  const [isThere, nonce, fees] = await Promise.all([isDeployed(account, node), nonceOf(account, node), feesOf(chain)])
  const blank = { preVerificationGas: 0n, verificationGasLimit: 0n, callGasLimit: 0n }
  const draft: UserOperation = {
    ...{ sender: account.address, nonce, factoryData: '0x', callData: encodeCalls(calls) },
    // The implementation becomes part of the hash, so that the signature is void at an address with other code.
    ...(account.kind === '7702' && { factory: '0x7702' as const }),
    ...(account.kind === '4337' && !isThere && creationOf(account)),
    ...blank,
    ...fees,
    ...{
      paymasterVerificationGasLimit: 0n,
      paymasterPostOpGasLimit: 0n,
      paymasterData: '0x',
      signature: stubSignature,
    },
    ...(account.kind === '7702' && !isThere && { eip7702Auth: await unsignedAuthorization(account, node) }),
  }
  const estimate = async (op: UserOperation): Promise<UserOperation> => ({
    ...op,
    ...readBundlerAnswer('gas', await bundler('eth_estimateUserOperationGas', [writeUserOperation(op), entryPoint])),
  })
  const { op, notSponsored } = await findPayer(account, draft, estimate, chain.paymaster)
  const value = calls.reduce((sum, call) => sum + call.value, 0n)
  const maxFee = maxCostOf(op)
  if (!op.paymaster) await assertPayable(account, node, value + maxFee, notSponsored)
  return {
    ...{ account, op, calls, value, maxFee, notSponsored },
    feePayer: op.paymaster ? 'sponsor' : 'account',
    createsAccount: !isThere,
  }
}

const { entryPoint } = smartAccountContracts

async function unsignedAuthorization({ chainId, owner }: SmartAccount, node: Ask): Promise<Authorization> {
  const nonce = readBundlerAnswer('quantity', await node('eth_getTransactionCount', [owner, 'latest']))
  return { chainId, address: smartAccountContracts.implementation7702, nonce, yParity: 0n, r: 1n, s: 1n }
}

async function nonceOf({ address: sender }: SmartAccount, node: Ask): Promise<bigint> {
  const answer = await node('eth_call', [{ to: entryPoint, data: getNonce(sender) }, 'latest'])
  return readBundlerAnswer('word', answer)
}

async function feesOf({ node, others = [] }: Chain): Promise<{ maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }> {
  const [block, tip, cap] = await Promise.all([
    node('eth_getBlockByNumber', ['latest', false]),
    node('eth_maxPriorityFeePerGas', []),
    readFeeCap([node, ...others]),
  ])
  const maxPriorityFeePerGas = readBundlerAnswer('quantity', tip)
  const { baseFeePerGas } = readBundlerAnswer('block', block)
  const wanted = { maxFeePerGas: 2n * baseFeePerGas + maxPriorityFeePerGas, maxPriorityFeePerGas }
  const fees = capFees(wanted, cap, baseFeePerGas)
  if (!fees)
    throw new KitError('transaction_rejected', {
      message: 'The fee is over ten times the usual fee on this network.',
    })
  return fees
}

/** Someone else if they will, the account itself otherwise. */
async function findPayer(
  { chainId }: SmartAccount,
  draft: UserOperation,
  estimate: (op: UserOperation) => Promise<UserOperation>,
  paymaster: Ask | undefined,
): Promise<{ op: UserOperation; notSponsored?: string | undefined }> {
  if (!paymaster) return { op: await estimate(draft) }
  const requestFields = async (method: string, op: UserOperation) =>
    withSponsor(op, await paymaster(method, [writeUserOperation(op), entryPoint, `0x${chainId.toString(16)}`]))
  // A sponsor may decline at any time: the account can still pay, and the screen says that it would.
  const selfPaid = async (e: unknown) => ({
    op: await estimate(draft),
    notSponsored: e instanceof Error ? e.message : 'This operation is not sponsored.',
  })
  let terms: UserOperation
  try {
    terms = await requestFields('pm_getPaymasterStubData', draft)
  } catch (e) {
    return selfPaid(e)
  }
  const estimated = await estimate(terms)
  // A promise to pay for exactly this operation, for a short while.
  return requestFields('pm_getPaymasterData', estimated).then((op) => ({ op }), selfPaid)
}

/** Refuses what the account cannot pay, with the reason why no one else does where there is one. */
async function assertPayable({ address: of }: SmartAccount, node: Ask, needed: bigint, reason?: string): Promise<void> {
  const balance = readBundlerAnswer('balance', await node('eth_getBalance', [of, 'latest']))
  if (balance >= needed) return
  throw new KitError('transaction_rejected', {
    message: reason ?? 'The account’s balance does not cover the amount and the network fee.',
  })
}

function withSponsor(op: UserOperation, answer: unknown): UserOperation {
  const { paymaster, paymasterData, ...gas } = readBundlerAnswer('sponsorship', answer)
  return { ...op, paymaster: paymaster as Hex, paymasterData: paymasterData as Hex, ...gas }
}
