import { smartAccountContracts } from '@billfold/protocol/embedded/smartAccount'
import { type UserOperation, writeUserOperation } from '@billfold/protocol/embedded/userOperation'
import { type Kysely, sql } from 'kysely'
import { type Hex, keccak256, type PrivateKeyAccount, toBytes, toHex } from 'viem'
import type { Schema } from '../db/schema.ts'
import type { Log } from '../log/createLog.ts'
import { RpcError } from '../rpc/rpcError.ts'
import { toSignedAuthorization } from './checkOperation.ts'
import { handleOpsData, transactionGasOf } from './gasCost.ts'
import { refuse } from './operationRefusal.ts'
import { simulateBundle } from './simulateOperation.ts'
import type { SmartChain } from './smartChain.ts'

export type RelayerFees = { maxFeePerGas: bigint; maxPriorityFeePerGas: bigint }
type Sent = { op: UserOperation; hash: Hex; projectId: string }

/** Puts operations on chains, one transaction each, with the operator's key. */
export type Relayer = {
  address: Hex
  submit(chain: SmartChain, sent: Sent, signal: AbortSignal): Promise<void>
  /** Waits until no server is sending on the chain, so that every transaction sent is in the database. */
  quiet(chain: SmartChain): Promise<void>
  /** Signs the operation's transaction, again with other fees if no block takes it. */
  sign(chain: SmartChain, op: UserOperation, nonce: number, fees: RelayerFees): Promise<Hex>
  /** Signs a transaction that does nothing but use up the nonce. */
  signEmpty(chain: SmartChain, nonce: number, fees: RelayerFees): Promise<Hex>
}

/** Gas of a transaction without data or effect. */
export const emptyGas = 21_000n

// Any fixed number, the same for every server.
const lockSpace = 4_102_003

/**
 * Servers that share a key share a database: a lock of the chain in it covers taking and using a nonce. Within a
 * process, operations of a chain queue before they take a connection.
 */
export function createRelayer({
  db,
  account,
  log,
}: {
  db: Kysely<Schema>
  account: PrivateKeyAccount
  log: Log
}): Relayer {
  const address: Hex = account.address
  const tails = new Map<string, Promise<unknown>>()

  function inTurn<T>(chainId: string, task: () => Promise<T>): Promise<T> {
    const run = (tails.get(chainId) ?? Promise.resolve()).then(task, task)
    tails.set(chainId, run)
    return run
  }

  async function sign({ chainId }: SmartChain, op: UserOperation, nonce: number, fees: RelayerFees): Promise<Hex> {
    const transaction = {
      chainId: Number(chainId),
      nonce,
      to: smartAccountContracts.entryPoint,
      data: handleOpsData(op, address),
      gas: transactionGasOf(op, address),
      maxFeePerGas: fees.maxFeePerGas,
      maxPriorityFeePerGas: fees.maxPriorityFeePerGas,
    }
    const { eip7702Auth } = op
    return eip7702Auth
      ? account.signTransaction({
          ...transaction,
          type: 'eip7702',
          authorizationList: [toSignedAuthorization(eip7702Auth)],
        })
      : account.signTransaction({ ...transaction, type: 'eip1559' })
  }

  const signEmpty = ({ chainId }: SmartChain, nonce: number, fees: RelayerFees): Promise<Hex> =>
    account.signTransaction({ type: 'eip1559', chainId: Number(chainId), nonce, to: address, gas: emptyGas, ...fees })

  async function checkBalance(
    chain: SmartChain,
    op: UserOperation,
    fees: RelayerFees,
    signal: AbortSignal,
  ): Promise<void> {
    const balance = BigInt(await chain.rpc.call<Hex>('eth_getBalance', [address, 'pending'], signal))
    const needed = transactionGasOf(op, address) * fees.maxFeePerGas
    if (balance >= needed) return
    log.error({ chain: chain.id, balance: String(balance), needed: String(needed) }, 'relayer balance too low')
    throw refuse(
      'unavailable',
      `This server cannot send operations on ${chain.name} right now: the balance of its relayer is too low.`,
    )
  }

  async function send(chain: SmartChain, { op, hash, projectId }: Sent, signal: AbortSignal): Promise<void> {
    const fees = await feesOf(chain, op, signal)
    await checkBalance(chain, op, fees, signal)
    const relayer = Buffer.from(toBytes(address))
    await db.transaction().execute(async (tx) => {
      await lockChain(tx, chain)
      const pending = Number(await chain.rpc.call<Hex>('eth_getTransactionCount', [address, 'pending'], signal))
      const last = await tx
        .selectFrom('user_operations')
        .select((e) => e.fn.max('relayer_nonce').as('nonce'))
        .where('chain_id', '=', chain.id)
        .where('relayer', '=', relayer)
        .where('status', '=', 'sent')
        .executeTakeFirst()
      // A node may have lost one that we still track and resend: its nonce stays taken.
      const nonce = Math.max(pending, last?.nonce ? Number(last.nonce) + 1 : 0)
      const raw = await sign(chain, op, nonce, fees)
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('user_operations')
        .values({
          chain_id: chain.id,
          hash: Buffer.from(toBytes(hash)),
          project_id: projectId,
          sender: Buffer.from(toBytes(op.sender)),
          nonce: String(op.nonce),
          operation: JSON.stringify(writeUserOperation(op)),
          relayer,
          relayer_nonce: String(nonce),
          transactions: [Buffer.from(toBytes(keccak256(raw)))],
          raw_transaction: Buffer.from(toBytes(raw)),
          status: 'sent',
          receipt: null,
        })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow()
      // The same operation arrived another way at the same moment: it is already pending.
      if (numInsertedOrUpdatedRows === 0n && (await isKnown(tx, chain, hash))) return
      if (numInsertedOrUpdatedRows === 0n)
        throw refuse('throttled', 'Another operation from this account with the same nonce is pending.')
      // Simulates again, now that no other server sends: it may have run since the first check.
      await simulateBundle(chain, op, { relayer: address, gas: transactionGasOf(op, address), signal })
      await broadcast(log, chain, raw)
    })
  }

  const quiet = (chain: SmartChain) => inTurn(chain.id, () => db.transaction().execute((tx) => lockChain(tx, chain)))
  return {
    address,
    sign,
    signEmpty,
    quiet,
    submit: (chain, sent, signal) => inTurn(chain.id, () => send(chain, sent, signal)),
  }
}

/** The operation pays its own tip; our maximum leaves room for a base fee that climbs above the operation's, so that nothing gets stuck. */
async function feesOf(chain: SmartChain, op: UserOperation, signal: AbortSignal): Promise<RelayerFees> {
  const block = await chain.rpc.call<{ baseFeePerGas: Hex }>('eth_getBlockByNumber', ['latest', false], signal)
  const maxPriorityFeePerGas = op.maxPriorityFeePerGas > 0n ? op.maxPriorityFeePerGas : 1n
  const room = 2n * BigInt(block.baseFeePerGas) + maxPriorityFeePerGas
  return { maxPriorityFeePerGas, maxFeePerGas: op.maxFeePerGas > room ? op.maxFeePerGas : room }
}

async function broadcast(log: Log, chain: SmartChain, raw: Hex): Promise<void> {
  try {
    await chain.rpc.call('eth_sendRawTransaction', [raw])
  } catch (e) {
    // Without a response it may be pending: its row stays, and is resent. A rejection rolls the row back.
    if (!(e instanceof RpcError)) return
    log.error({ chain: chain.id, code: e.code, message: e.message.slice(0, 200) }, 'relayer transaction rejected')
    throw refuse('unavailable', `The node of ${chain.name} refused the relayer's transaction. Try again.`)
  }
}

async function lockChain(tx: Kysely<Schema>, { id }: SmartChain): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(lockSpace)}, hashtext(${id}))`.execute(tx)
}

const isKnown = async (tx: Kysely<Schema>, chain: SmartChain, hash: Hex): Promise<boolean> =>
  (await tx
    .selectFrom('user_operations')
    .select('hash')
    .where('chain_id', '=', chain.id)
    .where('hash', '=', Buffer.from(toBytes(hash)))
    .executeTakeFirst()) !== undefined

/** Converts a database value to hex. */
export const hexOfBuffer = (bytes: Buffer): Hex => toHex(bytes)
