import { draftUserOperation, toUserOperation, type UserOperation } from '@billfold/protocol/embedded/userOperation'
import type { Kysely, Selectable } from 'kysely'
import { type Hex, keccak256, numberToHex, parseTransaction, toBytes } from 'viem'
import { sameHex } from '../chains/eip155/hex.ts'
import type { Schema } from '../db/schema.ts'
import type { Log } from '../log/createLog.ts'
import { describeError } from '../log/describeError.ts'
import { emptyGas, hexOfBuffer, type Relayer, type RelayerFees } from './createRelayer.ts'
import { operationReceipt, type TransactionReceipt } from './operationReceipt.ts'
import type { SmartAccountTables } from './smartAccountTables.ts'
import { finalDepth, type SmartChain } from './smartChain.ts'
import { markSpent } from './sponsorships.ts'

export type OperationRow = Selectable<SmartAccountTables['user_operations']>
type Deps = { db: Kysely<Schema>; relayer: Relayer; log: Log }

/** A transaction without a block for this long is resent with higher fees. */
const patienceMs = 30_000
/** The relayer pays beyond the operation's own fees: after this many attempts it gives the operation up. */
const maxResends = 3

const readOperation = (row: OperationRow): UserOperation =>
  toUserOperation(draftUserOperation.parse(row.operation) as Parameters<typeof toUserOperation>[0])

/** Checks an operation's status, stores what changed, and returns its row. */
export async function settleOperation(deps: Deps, chain: SmartChain, row: OperationRow): Promise<OperationRow> {
  if (row.is_final) return row
  const receipt = await findReceipt(chain, row)
  if (!receipt)
    return row.status === 'sent' && !(await isOvertaken(chain, row, deps.relayer))
      ? row
      : await unfind(deps, chain, row)
  const result = receipt.status === '0x1' ? operationReceipt(receipt, hexOfBuffer(row.hash)) : undefined
  const head = BigInt(await chain.rpc.call<Hex>('eth_blockNumber', []))
  const isFinal = chain.isLocal || head - BigInt(receipt.blockNumber) >= finalDepth
  // A block that is not final may be replaced, and the operation with it: until then, its maximum cost stays reserved.
  if (isFinal && result?.paymaster) await markSpent(deps.db, chain.id, readOperation(row), BigInt(result.actualGasCost))
  if (!result)
    deps.log.warn({ chain: chain.id, project: row.project_id }, 'relayer paid for a transaction that reverted')
  const paid = paidFor(receipt)
  const repaid = result ? BigInt(result.actualGasCost) : 0n
  const cost = paid > repaid ? paid - repaid : null
  return write(deps.db, row, { status: result ? 'mined' : 'failed', receipt: result ?? null, isFinal, cost })
}

async function findReceipt(chain: SmartChain, row: OperationRow): Promise<TransactionReceipt | undefined> {
  for (const hash of row.transactions.toReversed()) {
    const receipt = await chain.rpc.call<TransactionReceipt | null>('eth_getTransactionReceipt', [hexOfBuffer(hash)])
    if (receipt) return receipt
  }
  return undefined
}

/** Whether another transaction has replaced ours for good: it will never be mined. */
async function isOvertaken(chain: SmartChain, row: OperationRow, relayer: Relayer): Promise<boolean> {
  // A newer block may be replaced, and nodes behind one address may be blocks apart.
  const head = BigInt(await chain.rpc.call<Hex>('eth_blockNumber', []))
  const final = chain.isLocal ? 'latest' : numberToHex(head > finalDepth ? head - finalDepth : 0n)
  if (!(await isNonceUsed(chain, row, relayer, final))) return false
  if (!chain.isLocal) return !(await findReceipt(chain, row))
  // A node counts a transaction before it has its receipt. Until then, the transaction is in its pool.
  for (const hash of row.transactions)
    if (await chain.rpc.call<object | null>('eth_getTransactionByHash', [hexOfBuffer(hash)])) return false
  return true
}

const isNonceUsed = async (chain: SmartChain, row: OperationRow, relayer: Relayer, block: string): Promise<boolean> =>
  BigInt(await chain.rpc.call<Hex>('eth_getTransactionCount', [relayer.address, block])) > BigInt(row.relayer_nonce)

/** Its block is gone (a reorganization): the operation is pending again. Or its nonce is used: it has failed. */
const unfind = async ({ db }: Deps, chain: SmartChain, row: OperationRow) =>
  row.status === 'sent'
    ? write(db, row, { status: 'failed', receipt: null, isFinal: true, cost: await costOfEmpty(chain, row) })
    : write(db, row, { status: 'sent', receipt: null, isFinal: false })

/** The relayer's cost of a transaction, its data on a rollup included. */
const paidFor = ({ gasUsed, effectiveGasPrice, l1Fee = '0x0' }: TransactionReceipt): bigint =>
  BigInt(gasUsed) * BigInt(effectiveGasPrice) + BigInt(l1Fee)

/** The relayer's cost of the empty transaction that replaced an operation, if one did. */
async function costOfEmpty(chain: SmartChain, row: OperationRow): Promise<bigint | null> {
  const raw = hexOfBuffer(row.raw_transaction)
  const hash = keccak256(raw)
  if (row.transactions.some((each) => hexOfBuffer(each) === hash)) return null
  const receipt = await chain.rpc.call<TransactionReceipt | null>('eth_getTransactionReceipt', [hash])
  // An earlier one of them, perhaps, at a lower price.
  return receipt ? paidFor(receipt) : emptyGas * (parseTransaction(raw).maxFeePerGas ?? 0n)
}

type Outcome = {
  status: OperationRow['status']
  receipt: object | null
  isFinal: boolean
  cost?: bigint | null
}

async function write(
  db: Kysely<Schema>,
  row: OperationRow,
  { status, receipt, isFinal, cost = null }: Outcome,
): Promise<OperationRow> {
  const updated = await db
    .updateTable('user_operations')
    .set({
      status,
      receipt: receipt && JSON.stringify(receipt),
      is_final: isFinal,
      relayer_cost: cost === null ? null : String(cost),
    })
    .where('chain_id', '=', row.chain_id)
    .where('hash', '=', row.hash)
    .returningAll()
    .executeTakeFirst()
  return updated ?? row
}

/**
 * Resends a transaction that no block takes: with higher fees, and in the end as an empty one, since every later
 * transaction of the relayer waits for its nonce.
 */
export async function sendAgain({ db, relayer, log }: Deps, chain: SmartChain, row: OperationRow, now = Date.now()) {
  if (row.status !== 'sent' || now - row.sent_at.getTime() < patienceMs) return
  // A transaction with its nonce is mined, but not final yet.
  if (await isNonceUsed(chain, row, relayer, 'latest')) return
  const op = readOperation(row)
  const nonce = Number(row.relayer_nonce)
  const before = parseTransaction(hexOfBuffer(row.raw_transaction)) as RelayerFees & { to?: Hex | null }
  const { baseFeePerGas } = await chain.rpc.call<{ baseFeePerGas: Hex }>('eth_getBlockByNumber', ['latest', false])
  // Nodes replace a transaction if both fees rise by a tenth; a tip of 0 must rise, too.
  const raised = (fee: bigint | undefined) => ((fee ?? 0n) * 125n) / 100n + 1n
  const maxPriorityFeePerGas = raised(before.maxPriorityFeePerGas)
  const fees = {
    maxPriorityFeePerGas,
    maxFeePerGas: higher(raised(before.maxFeePerGas), 2n * BigInt(baseFeePerGas) + maxPriorityFeePerGas),
  }
  const isEmpty = row.transactions.length > maxResends || sameHex(before.to ?? undefined, relayer.address)
  const raw = isEmpty ? await relayer.signEmpty(chain, nonce, fees) : await relayer.sign(chain, op, nonce, fees)
  await db
    .updateTable('user_operations')
    .set({
      sent_at: new Date(now),
      raw_transaction: Buffer.from(toBytes(raw)),
      ...(!isEmpty && { transactions: [...row.transactions, Buffer.from(toBytes(keccak256(raw)))] }),
    })
    .where('chain_id', '=', row.chain_id)
    .where('hash', '=', row.hash)
    .execute()
  log.warn({ chain: chain.id, sent: row.transactions.length, isEmpty }, 'relayer transaction resent')
  // The node may have lost the earlier one, or reject the new one.
  for (const each of [hexOfBuffer(row.raw_transaction), raw])
    await chain.rpc
      .call('eth_sendRawTransaction', [each])
      .catch((e) => log.info({ error: describeError(e) }, 'resend failed'))
}

const higher = (a: bigint, b: bigint) => (a > b ? a : b)

/** A mined operation with its position, in the form of `eth_getUserOperationByHash`. */
export function describeOperation(row: OperationRow, entryPoint: Hex) {
  const receipt = (row.receipt as { receipt?: TransactionReceipt } | null)?.receipt
  return {
    userOperation: row.operation,
    entryPoint,
    transactionHash: receipt?.transactionHash ?? hexOfBuffer(row.transactions.at(-1)!),
    blockHash: receipt?.blockHash ?? null,
    blockNumber: receipt ? numberToHex(BigInt(receipt.blockNumber)) : null,
  }
}
