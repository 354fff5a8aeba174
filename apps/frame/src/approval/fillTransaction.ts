import { KitError } from '@billfold/protocol/error'
import type { FrameTransaction } from '@billfold/protocol/frame/frameRpc'
import { sameAddress } from '@billfold/protocol/sameAddress'
import * as z from 'zod/mini'
import { capFees, type Fees, readFeeCap } from '../evm/capFees.ts'
import type { Hex } from '../evm/signHash.ts'
import type { EvmTransaction } from '../evm/signTransaction.ts'

/** Calls the nodes of one EVM network. */
export type QueryEvm = (method: string, params: unknown[]) => Promise<unknown>

export type FilledTransaction = {
  transaction: EvmTransaction
  /** The account's balance in the network's coin. */
  balance: bigint
  /** The chain's reason, if the transaction would fail. */
  failure?: string
  /** The reported base fee is over ten times the median of the last blocks: such a transaction cannot be approved. */
  isOverpriced?: true
}

const quantity = z.string().check(z.regex(/^0x[0-9a-fA-F]{1,64}$/))
const latestBlock = z.object({ baseFeePerGas: z.optional(z.nullable(quantity)) })

/** Rejects a transaction of a different account or network before a screen opens. */
export function checkTransaction(request: FrameTransaction, own: { address: string; chainId: bigint }): void {
  if (request.from !== undefined && !sameAddress('eip155', request.from, own.address))
    throw new KitError('unauthorized', { message: 'The transaction is from a different account' })
  if (request.chainId !== undefined && BigInt(request.chainId) !== own.chainId)
    throw new KitError('invalid_input', { message: 'The transaction is for a different network' })
  if (request.data !== undefined && request.input !== undefined && request.data !== request.input)
    throw new KitError('invalid_input', { message: '`data` and `input` of the transaction differ' })
  if (request.gasPrice !== undefined && (request.maxFeePerGas ?? request.maxPriorityFeePerGas) !== undefined)
    throw new KitError('invalid_input', { message: 'The transaction mixes gasPrice with EIP-1559 fees' })
}

/**
 * Completes a transaction: the chain supplies the fields that the page left out, and the fee is capped at ten times the usual one, by the API
 * and the operator's other nodes.
 */
export async function fillTransaction(
  request: FrameTransaction,
  own: { address: string; chainId: bigint },
  [query, ...others]: readonly [QueryEvm, ...QueryEvm[]],
): Promise<FilledTransaction> {
  checkTransaction(request, own)
  const number = (value: string | number | undefined) => (value === undefined ? undefined : BigInt(value))
  const to = (request.to ?? undefined) as Hex | undefined
  const data = (request.data ?? request.input ?? '0x') as Hex
  if (data.length % 2 !== 0) throw new KitError('invalid_input', { message: 'The transaction’s data is cut off' })
  const value = number(request.value) ?? 0n
  const givenGas = number(request.gas ?? request.gasLimit)
  const call = { from: own.address, ...(to ? { to } : {}), value: `0x${value.toString(16)}`, data }
  const [nonce, { fees, isOverpriced }, estimate, balance] = await Promise.all([
    number(request.nonce) ?? queryNumber(query, 'eth_getTransactionCount', [own.address, 'pending']),
    readFees(request, query, others),
    // Even if the page sets the gas: the estimate shows whether the transaction would fail.
    queryNumber(query, 'eth_estimateGas', [call]).then(
      (gas) => ({ gas }),
      (error: unknown) => ({ failure: failureOf(error) }),
    ),
    queryNumber(query, 'eth_getBalance', [own.address, 'latest']),
  ])
  const estimated = 'gas' in estimate ? withMargin(estimate.gas) : 0n
  const transaction = { chainId: own.chainId, nonce, to, value, data, gas: givenGas ?? estimated, ...fees }
  return {
    ...{ transaction, balance, ...(isOverpriced && { isOverpriced }) },
    ...('failure' in estimate ? { failure: estimate.failure } : {}),
  }
}

/** The maximum fee of a transaction. */
export const maxFee = (transaction: EvmTransaction): bigint =>
  transaction.gas * ('gasPrice' in transaction ? transaction.gasPrice : transaction.maxFeePerGas)

async function readFees(
  request: FrameTransaction,
  query: QueryEvm,
  others: readonly QueryEvm[],
): Promise<{ fees: Fees; isOverpriced?: true }> {
  const [cap, block] = await Promise.all([
    readFeeCap([query, ...others]),
    query('eth_getBlockByNumber', ['latest', false]).then((answer) => readAs(latestBlock, answer)),
  ])
  const baseFee = block.baseFeePerGas ? BigInt(block.baseFeePerGas) : undefined
  const wanted = await wantedFees(request, baseFee, query)
  const fees = capFees(wanted, cap, baseFee ?? 0n)
  return fees ? { fees } : { fees: wanted, isOverpriced: true }
}

async function wantedFees(
  { gasPrice, maxFeePerGas, maxPriorityFeePerGas, type }: FrameTransaction,
  baseFee: bigint | undefined,
  query: QueryEvm,
): Promise<Fees> {
  if (gasPrice !== undefined) return { gasPrice: BigInt(gasPrice) }
  if (maxFeePerGas !== undefined && maxPriorityFeePerGas !== undefined)
    return checked({ maxFeePerGas: BigInt(maxFeePerGas), maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas) })
  const isLegacy = type !== undefined && BigInt(type) === 0n
  if (!baseFee || isLegacy) return { gasPrice: await queryNumber(query, 'eth_gasPrice', []) }
  const tip =
    maxPriorityFeePerGas === undefined
      ? await queryNumber(query, 'eth_maxPriorityFeePerGas', [])
      : BigInt(maxPriorityFeePerGas)
  // Twice today's base fee covers five full blocks; only the actual base fee is paid.
  const limit = maxFeePerGas === undefined ? baseFee * 2n + tip : BigInt(maxFeePerGas)
  return checked({
    maxFeePerGas: limit,
    maxPriorityFeePerGas: tip < limit || maxPriorityFeePerGas !== undefined ? tip : limit,
  })
}

function checked(fees: { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }) {
  if (fees.maxPriorityFeePerGas > fees.maxFeePerGas)
    throw new KitError('invalid_input', { message: 'The transaction’s tip exceeds its maximum fee' })
  return fees
}

/** A plain payment needs an exact amount; a contract may need more in a later block. */
const withMargin = (gas: bigint): bigint => (gas === 21_000n ? gas : (gas * 12n) / 10n)

const failureOf = (error: unknown): string => {
  // A node that did not respond says nothing about the transaction.
  if (!(error instanceof KitError) || ['unavailable', 'timeout', 'aborted'].includes(error.code)) throw error
  return error.message
}

async function queryNumber(query: QueryEvm, method: string, params: unknown[]): Promise<bigint> {
  return BigInt(readAs(quantity, await query(method, params)))
}

function readAs<T extends z.ZodMiniType>(shape: T, answer: unknown): z.infer<T> {
  const { success, data } = z.safeParse(shape, answer)
  if (!success) throw new KitError('unavailable', { message: 'The network returned an invalid response' })
  return data
}
