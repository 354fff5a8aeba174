import { KitError } from '@billfold/protocol/error'
import type { FrameTransaction } from '@billfold/protocol/frame/frameRpc'
import { sameAddress } from '@billfold/protocol/sameAddress'
import * as z from 'zod/mini'
import { capFees, type Fees, readFeeCap } from '../evm/capFees.ts'
import type { Hex } from '../evm/signHash.ts'
import type { EvmTransaction } from '../evm/signTransaction.ts'

/** Asks the nodes of one EVM network. */
export type AskEvm = (method: string, params: unknown[]) => Promise<unknown>

export type FilledTransaction = {
  transaction: EvmTransaction
  /** What the account has of the network's coin. */
  balance: bigint
  /** What the chain says against it, where it would fail. */
  failure?: string
  /** The chain is said to cost more than ten times the median of its last blocks: nothing is signed for that. */
  isOverpriced?: true
}

const quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
const latestBlock = z.object({ baseFeePerGas: z.optional(z.nullable(quantity)) })

/** Refuses what is not this account's, or not for this network: no person is asked about it. */
export function checkTransaction(asked: FrameTransaction, own: { address: string; chainId: bigint }): void {
  if (asked.from !== undefined && !sameAddress('eip155', asked.from, own.address))
    throw new KitError('unauthorized', { message: 'The transaction is from another account than this wallet’s' })
  if (asked.chainId !== undefined && BigInt(asked.chainId) !== own.chainId)
    throw new KitError('invalid_input', { message: 'The transaction is for another network than the one in use' })
  if (asked.data !== undefined && asked.input !== undefined && asked.data !== asked.input)
    throw new KitError('invalid_input', { message: 'The transaction has two different contents' })
  if (asked.gasPrice !== undefined && (asked.maxFeePerGas ?? asked.maxPriorityFeePerGas) !== undefined)
    throw new KitError('invalid_input', { message: 'The transaction has two kinds of fees' })
}

/**
 * A transaction with everything in it that is signed: what the page left open is asked of the chain, and the fee is at most ten times the
 * usual one, by the API and the operator's other nodes.
 */
export async function fillTransaction(
  asked: FrameTransaction,
  own: { address: string; chainId: bigint },
  [ask, ...others]: readonly [AskEvm, ...AskEvm[]],
): Promise<FilledTransaction> {
  checkTransaction(asked, own)
  const number = (value: string | number | undefined) => (value === undefined ? undefined : BigInt(value))
  const to = (asked.to ?? undefined) as Hex | undefined
  const data = (asked.data ?? asked.input ?? '0x') as Hex
  if (data.length % 2 !== 0) throw new KitError('invalid_input', { message: 'The transaction’s data is cut off' })
  const value = number(asked.value) ?? 0n
  const givenGas = number(asked.gas ?? asked.gasLimit)
  const call = { from: own.address, ...(to ? { to } : {}), value: `0x${value.toString(16)}`, data }
  const [nonce, { fees, isOverpriced }, estimate, balance] = await Promise.all([
    number(asked.nonce) ?? askNumber(ask, 'eth_getTransactionCount', [own.address, 'pending']),
    readFees(asked, ask, others),
    // Also where the page names the gas: whether it would fail is worth knowing before a yes.
    askNumber(ask, 'eth_estimateGas', [call]).then(
      (gas) => ({ gas }),
      (error: unknown) => ({ failure: failureOf(error) }),
    ),
    askNumber(ask, 'eth_getBalance', [own.address, 'latest']),
  ])
  const estimated = 'gas' in estimate ? withMargin(estimate.gas) : 0n
  const transaction = { chainId: own.chainId, nonce, to, value, data, gas: givenGas ?? estimated, ...fees }
  return {
    ...{ transaction, balance, ...(isOverpriced && { isOverpriced }) },
    ...('failure' in estimate ? { failure: estimate.failure } : {}),
  }
}

/** The most that a transaction can cost beside what it pays. */
export const mostFee = (transaction: EvmTransaction): bigint =>
  transaction.gas * ('gasPrice' in transaction ? transaction.gasPrice : transaction.maxFeePerGas)

async function readFees(
  asked: FrameTransaction,
  ask: AskEvm,
  others: readonly AskEvm[],
): Promise<{ fees: Fees; isOverpriced?: true }> {
  const [cap, block] = await Promise.all([
    readFeeCap([ask, ...others]),
    ask('eth_getBlockByNumber', ['latest', false]).then((answer) => readAs(latestBlock, answer)),
  ])
  const baseFee = block.baseFeePerGas ? BigInt(block.baseFeePerGas) : undefined
  const wanted = await wantedFees(asked, baseFee, ask)
  const fees = capFees(wanted, cap, baseFee ?? 0n)
  return fees ? { fees } : { fees: wanted, isOverpriced: true }
}

async function wantedFees(
  { gasPrice, maxFeePerGas, maxPriorityFeePerGas, type }: FrameTransaction,
  baseFee: bigint | undefined,
  ask: AskEvm,
): Promise<Fees> {
  if (gasPrice !== undefined) return { gasPrice: BigInt(gasPrice) }
  if (maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined)
    return checked({ maxFeePerGas: BigInt(maxFeePerGas), maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas) })
  const isLegacy = type !== undefined && BigInt(type) === 0n
  if (!baseFee || isLegacy) return { gasPrice: await askNumber(ask, 'eth_gasPrice', []) }
  const tip =
    maxPriorityFeePerGas === undefined
      ? await askNumber(ask, 'eth_maxPriorityFeePerGas', [])
      : BigInt(maxPriorityFeePerGas)
  // Twice today's base fee outlasts five full blocks; what is not needed is not paid.
  const most = maxFeePerGas === undefined ? baseFee * 2n + tip : BigInt(maxFeePerGas)
  return checked({
    maxFeePerGas: most,
    maxPriorityFeePerGas: tip < most || maxPriorityFeePerGas !== undefined ? tip : most,
  })
}

function checked(fees: { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }) {
  if (fees.maxPriorityFeePerGas > fees.maxFeePerGas)
    throw new KitError('invalid_input', { message: 'The transaction’s tip is higher than its whole fee' })
  return fees
}

/** A plain payment needs what it needs; a contract may need more in another block. */
const withMargin = (gas: bigint): bigint => (gas === 21_000n ? gas : (gas * 12n) / 10n)

const failureOf = (error: unknown): string => {
  // A node that cannot be asked has said nothing about the transaction.
  if (!(error instanceof KitError) || ['unavailable', 'timeout', 'aborted'].includes(error.code)) throw error
  return error.message
}

async function askNumber(ask: AskEvm, method: string, params: unknown[]): Promise<bigint> {
  return BigInt(readAs(quantity, await ask(method, params)))
}

function readAs<T extends z.ZodMiniType>(shape: T, answer: unknown): z.infer<T> {
  const { success, data } = z.safeParse(shape, answer)
  if (!success) throw new KitError('unavailable', { message: 'The network returned an invalid response' })
  return data
}
