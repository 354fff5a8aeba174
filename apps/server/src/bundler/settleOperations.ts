import { draftUserOperation, toUserOperation, type UserOperation } from '@billfold/protocol/embedded/userOperation'
import type { Kysely, Selectable } from 'kysely'
import { type Hex, keccak256, numberToHex, toBytes } from 'viem'
import type { Schema } from '../db/schema.ts'
import type { Log } from '../log/createLog.ts'
import { describeError } from '../log/describeError.ts'
import { hexOfBuffer, type Relayer } from './createRelayer.ts'
import { operationReceipt, type TransactionReceipt } from './operationReceipt.ts'
import type { SmartAccountTables } from './smartAccountTables.ts'
import type { SmartChain } from './smartChain.ts'
import { markSpent } from './sponsorships.ts'

export type OperationRow = Selectable<SmartAccountTables['user_operations']>
type Deps = { db: Kysely<Schema>; relayer: Relayer; log: Log }

/** So deep in a chain nothing is looked at again. */
const finalDepth = 12n
/** After this without a block, a transaction is sent again for more. */
const patienceMs = 30_000
/** The relayer pays what goes beyond the operation's own fees, so it goes only so far. */
const mostFeeFactor = 3n

export const readOperation = (row: OperationRow): UserOperation =>
  toUserOperation(draftUserOperation.parse(row.operation) as Parameters<typeof toUserOperation>[0])

/** Looks where an operation is, and writes down what changed; answers with its row as it is then. */
export async function settleOperation(deps: Deps, chain: SmartChain, row: OperationRow): Promise<OperationRow> {
  if (row.is_final) return row
  const receipt = await findReceipt(chain, row)
  if (!receipt)
    return row.status === 'sent' && !(await isOvertaken(chain, row, deps.relayer)) ? row : await unfind(deps, row)
  const found = receipt.status === '0x1' ? operationReceipt(receipt, hexOfBuffer(row.hash)) : undefined
  const head = BigInt(await chain.rpc.call<Hex>('eth_blockNumber', []))
  const isFinal = chain.isLocal || head - BigInt(receipt.blockNumber) >= finalDepth
  if (found?.paymaster) await markSpent(deps.db, chain.id, readOperation(row), BigInt(found.actualGasCost))
  if (!found)
    deps.log.warn({ chain: chain.id, project: row.project_id }, 'relayer paid for a transaction that reverted')
  return write(deps.db, row, { status: found ? 'mined' : 'failed', receipt: found ?? null, isFinal })
}

async function findReceipt(chain: SmartChain, row: OperationRow): Promise<TransactionReceipt | undefined> {
  for (const hash of row.transactions.toReversed()) {
    const receipt = await chain.rpc.call<TransactionReceipt | null>('eth_getTransactionReceipt', [hexOfBuffer(hash)])
    if (receipt) return receipt
  }
  return undefined
}

/** Whether another transaction has taken the place of ours: it will never be mined. */
async function isOvertaken(chain: SmartChain, row: OperationRow, relayer: Relayer): Promise<boolean> {
  const used = BigInt(await chain.rpc.call<Hex>('eth_getTransactionCount', [relayer.address, 'latest']))
  // A block between the two questions may have brought it.
  return used > BigInt(row.relayer_nonce) && !(await findReceipt(chain, row))
}

/** Its block is gone (a reorganisation): it waits again. Or its place is taken: it has failed. */
const unfind = ({ db }: Deps, row: OperationRow) =>
  row.status === 'sent'
    ? write(db, row, { status: 'failed', receipt: null, isFinal: true })
    : write(db, row, { status: 'sent', receipt: null, isFinal: false })

async function write(
  db: Kysely<Schema>,
  row: OperationRow,
  { status, receipt, isFinal }: { status: OperationRow['status']; receipt: object | null; isFinal: boolean },
): Promise<OperationRow> {
  const updated = await db
    .updateTable('user_operations')
    .set({ status, receipt: receipt && JSON.stringify(receipt), is_final: isFinal })
    .where('chain_id', '=', row.chain_id)
    .where('hash', '=', row.hash)
    .returningAll()
    .executeTakeFirst()
  return updated ?? row
}

/** Sends a transaction again that no block has taken for a while: the same one first, then for higher fees. */
export async function sendAgain({ db, relayer, log }: Deps, chain: SmartChain, row: OperationRow, now = Date.now()) {
  if (row.status !== 'sent' || now - row.sent_at.getTime() < patienceMs) return
  const op = readOperation(row)
  const { baseFeePerGas } = await chain.rpc.call<{ baseFeePerGas: Hex }>('eth_getBlockByNumber', ['latest', false])
  const tries = BigInt(row.transactions.length)
  const raised = (fee: bigint) => (fee * (100n + 25n * tries)) / 100n
  const wanted = BigInt(baseFeePerGas) + raised(op.maxPriorityFeePerGas)
  const fees = {
    maxFeePerGas: lower(mostFeeFactor * op.maxFeePerGas, higher(raised(op.maxFeePerGas), wanted)),
    maxPriorityFeePerGas: lower(mostFeeFactor * op.maxPriorityFeePerGas, raised(op.maxPriorityFeePerGas)),
  }
  const raw = await relayer.sign(chain, op, Number(row.relayer_nonce), fees)
  const hash = Buffer.from(toBytes(keccak256(raw)))
  const isNew = !row.transactions.some((known) => known.equals(hash))
  await db
    .updateTable('user_operations')
    .set({
      sent_at: new Date(now),
      raw_transaction: Buffer.from(toBytes(raw)),
      ...(isNew && { transactions: [...row.transactions, hash] }),
    })
    .where('chain_id', '=', row.chain_id)
    .where('hash', '=', row.hash)
    .execute()
  log.warn({ chain: chain.id, tries: Number(tries) }, 'relayer transaction resent')
  for (const each of [hexOfBuffer(row.raw_transaction), raw])
    await chain.rpc
      .call('eth_sendRawTransaction', [each])
      .catch((e) => log.info({ error: describeError(e) }, 'resend failed'))
}

const higher = (a: bigint, b: bigint) => (a > b ? a : b)
const lower = (a: bigint, b: bigint) => (a < b ? a : b)

/** A mined operation with where it stands, as `eth_getUserOperationByHash` answers. */
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
