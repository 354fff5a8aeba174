import { setTimeout as sleep } from 'node:timers/promises'
import { smartAccountContracts } from '@billfold/protocol/embedded/smartAccount'
import {
  draftUserOperation,
  fullUserOperation,
  operationAddress,
  operationHash,
  operationHashText,
  toUserOperation,
  type UserOperation,
} from '@billfold/protocol/embedded/userOperation'
import { type Kysely, sql } from 'kysely'
import { getAddress, type Hex, numberToHex, toBytes } from 'viem'
import * as z from 'zod/mini'
import { sameHex } from '../chains/eip155/hex.ts'
import type { Schema } from '../db/schema.ts'
import type { Log } from '../log/createLog.ts'
import { RpcError } from '../rpc/rpcError.ts'
import { checkAuthorization, checkOperation } from './checkOperation.ts'
import type { Relayer } from './createRelayer.ts'
import { estimateOperationGas, minPreVerificationGas } from './estimateOperationGas.ts'
import { transactionGasCap, transactionGasOf } from './gasCost.ts'
import { refuse } from './operationRefusal.ts'
import { parseParams } from './parseParams.ts'
import { describeOperation, type OperationRow, settleOperation } from './settleOperations.ts'
import { checkAccount, probeCallGas, simulateBundle } from './simulateOperation.ts'
import type { SmartChain } from './smartChain.ts'

export type BundlerCall = { method: string; params: unknown; projectId: string; signal: AbortSignal }
/** Answers one ERC-4337 call; undefined for an unknown operation. */
export type OwnBundler = (chain: SmartChain, call: BundlerCall) => Promise<unknown>
type Deps = { db: Kysely<Schema>; relayer: Relayer; log: Log }

const entryPoint = getAddress(smartAccountContracts.entryPoint)
const sendParams = z.tuple([fullUserOperation, operationAddress])
const draftParams = z.tuple([draftUserOperation, operationAddress, z.optional(z.unknown())])
const hashParams = z.tuple([operationHash])
const paymasterGas = 60_000n
/** How long an operation waits for the previous one of its account. */
const patienceMs = 5_000
/** Bundles that may revert on chain before an account is locked for a day: the relayer paid for each. */
const maxFailed = 3

/**
 * A private ERC-4337 bundler: it accepts operations of our own accounts, paid for by them or by our own paymaster, and
 * sends each at once. It shares no mempool with others, so the storage and opcode rules of ERC-7562 do not apply.
 */
export function createOwnBundler(deps: Deps): OwnBundler {
  const { db, relayer } = deps

  const findRow = (chain: SmartChain, hash: Hex): Promise<OperationRow | undefined> =>
    db
      .selectFrom('user_operations')
      .selectAll()
      .where('chain_id', '=', chain.id)
      .where('hash', '=', Buffer.from(toBytes(hash)))
      .executeTakeFirst()

  async function settled(chain: SmartChain, params: unknown): Promise<OperationRow | undefined> {
    const [hash] = parseParams(hashParams, params, ['userOpHash'])
    const row = await findRow(chain, hash)
    return row && settleOperation(deps, chain, row)
  }

  /** Runs an account's operations one at a time: each is checked against the state that the previous one leaves. */
  async function afterEarlier(chain: SmartChain, sender: Buffer, signal: AbortSignal): Promise<void> {
    const end = Date.now() + patienceMs
    for (;;) {
      const rows = await db
        .selectFrom('user_operations')
        .selectAll()
        .where('chain_id', '=', chain.id)
        .where('sender', '=', sender)
        .where('status', '=', 'sent')
        .execute()
      let waiting = 0
      for (const row of rows) if ((await settleOperation(deps, chain, row)).status === 'sent') waiting++
      if (waiting === 0) return
      if (Date.now() > end) throw refuse('throttled', 'An earlier operation from this account is still pending.')
      await sleep(250, undefined, { signal })
    }
  }

  async function checkPast(chain: SmartChain, sender: Buffer): Promise<void> {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from user_operations
      where chain_id = ${chain.id} and sender = ${sender} and status = 'failed' and created_at > now() - interval '1 day'`.execute(
      db,
    )
    if ((rows[0]?.count ?? 0) >= maxFailed)
      throw refuse('throttled', 'Too many operations from this account failed on chain today: try again tomorrow.')
  }

  /** Accounts are free, so their total failures are limited as well. */
  async function checkLosses(chain: SmartChain): Promise<void> {
    const { rows } = await sql<{
      lost: string
    }>`select coalesce(sum(relayer_cost), 0)::text as lost from user_operations
      where chain_id = ${chain.id} and relayer_cost is not null and created_at > now() - interval '1 day'`.execute(db)
    if (BigInt(rows[0]?.lost ?? 0) < chain.maxLossPerDay) return
    deps.log.error({ chain: chain.id, lost: rows[0]?.lost }, 'relayer lost its limit for a day')
    throw refuse('unavailable', `Too many operations failed on ${chain.name} today: try again tomorrow.`)
  }

  async function send(chain: SmartChain, { params, projectId, signal }: BundlerCall): Promise<Hex> {
    const [full, at] = parseParams(sendParams, params, ['userOperation', 'entryPoint'])
    checkEntryPoint(at)
    const op = toUserOperation(full)
    checkOperation(op, chain)
    const gas = transactionGasOf(op, relayer.address)
    if (gas > transactionGasCap) throw refuse('invalid', 'The gas limits add up to more than a transaction allows.')
    const min = await minPreVerificationGas(chain, op, relayer.address, signal)
    if (op.preVerificationGas < min)
      throw refuse('invalid', `preVerificationGas is too low: it must be at least ${min}.`)
    const hash = operationHashText(op, chain.chainId)
    const known = await findRow(chain, hash)
    if (known && known.status !== 'failed') return hash
    // Its row records what it cost the relayer, and it could be made to fail again and again.
    if (known?.relayer_cost)
      throw refuse('throttled', 'This operation failed on chain, and this server paid for it. Sign a new one.')
    try {
      await admit(chain, op, signal)
      if (known) await forget(known)
      await relayer.submit(chain, { op, hash, projectId }, signal)
    } catch (e) {
      // The same operation may have arrived another way, and run, during the checks.
      if (e instanceof RpcError) await relayer.quiet(chain)
      const twin = await findRow(chain, hash)
      if (!twin || twin.status === 'failed') throw e
    }
    return hash
  }

  /** Runs an operation without sending it, in the state that earlier ones of its account leave. */
  async function admit(chain: SmartChain, op: UserOperation, signal: AbortSignal): Promise<void> {
    const sender = Buffer.from(toBytes(op.sender))
    await checkPast(chain, sender)
    await checkLosses(chain)
    await afterEarlier(chain, sender, signal)
    const [code, nonce, block, tip] = await Promise.all([
      chain.rpc.call<Hex>('eth_getCode', [op.sender, 'latest'], signal),
      chain.rpc.call<Hex>('eth_getTransactionCount', [op.sender, 'latest'], signal),
      chain.rpc.call<{ baseFeePerGas: Hex }>('eth_getBlockByNumber', ['pending', false], signal),
      chain.rpc.call<Hex>('eth_maxPriorityFeePerGas', [], signal),
    ])
    await checkAuthorization(op, chain.chainId, BigInt(nonce))
    const account = checkAccount(op, chain, code)
    checkFees(op, BigInt(block.baseFeePerGas), BigInt(tip))
    await simulateBundle(chain, op, { relayer: relayer.address, gas: transactionGasOf(op, relayer.address), signal })
    await probeCallGas(chain, op, account.code, { cap: op.callGasLimit, signal })
  }

  /** An operation that failed without a cost may be sent again: its nonce is still free. */
  const forget = ({ chain_id, hash }: OperationRow) =>
    db
      .deleteFrom('user_operations')
      .where('chain_id', '=', chain_id)
      .where('hash', '=', hash)
      .where('status', '=', 'failed')
      .execute()

  async function estimate(chain: SmartChain, { params, signal }: BundlerCall) {
    const [draft, at] = parseParams(draftParams, params, ['userOperation', 'entryPoint', 'stateOverride'])
    checkEntryPoint(at)
    const op = toUserOperation(draft)
    checkOperation(op, chain)
    const gas = await estimateOperationGas(chain, op, relayer.address, signal)
    return {
      preVerificationGas: numberToHex(gas.preVerificationGas),
      verificationGasLimit: numberToHex(gas.verificationGasLimit),
      callGasLimit: numberToHex(gas.callGasLimit),
      ...(op.paymaster && {
        paymasterVerificationGasLimit: numberToHex(paymasterGas),
        paymasterPostOpGasLimit: numberToHex(0),
      }),
    }
  }

  const methods: Record<string, (chain: SmartChain, call: BundlerCall) => Promise<unknown>> = {
    eth_chainId: async (chain) => numberToHex(chain.chainId),
    eth_supportedEntryPoints: async () => [entryPoint],
    eth_sendUserOperation: send,
    eth_estimateUserOperationGas: estimate,
    eth_getUserOperationReceipt: async (chain, { params }) => {
      const row = await settled(chain, params)
      return row && (row.status === 'mined' ? row.receipt : null)
    },
    eth_getUserOperationByHash: async (chain, { params }) => {
      const row = await settled(chain, params)
      return row && (row.status === 'failed' ? null : describeOperation(row, entryPoint))
    },
  }
  return (chain, call) => {
    const answer = Object.hasOwn(methods, call.method) ? methods[call.method] : undefined
    if (!answer) throw refuse('invalid', 'The method does not exist here.')
    return answer(chain, call)
  }
}

/**
 * The operation's fees pay the relayer, and every later transaction of the relayer waits for this one: it must be mined
 * at once, even if the base fee climbs for two blocks. Nodes differ in the tips that they suggest, so half of it is
 * enough.
 */
function checkFees(op: UserOperation, baseFee: bigint, tip: bigint): void {
  const minTip = tip / 2n
  if (op.maxPriorityFeePerGas < minTip)
    throw refuse('invalid', `maxPriorityFeePerGas is too low: it must be at least ${minTip}.`)
  const minFee = baseFee + baseFee / 4n + minTip
  if (op.maxFeePerGas < minFee) throw refuse('invalid', `maxFeePerGas is too low: it must be at least ${minFee}.`)
}

function checkEntryPoint(address: Hex): void {
  if (!sameHex(address, entryPoint)) throw refuse('invalid', `The entry point ${address} is not supported.`)
}
