import { setTimeout as delay } from 'node:timers/promises'
import { operationRejections as rejections } from '@billfold/protocol/embedded/operationRejection'
import {
  draftUserOperation,
  fullUserOperation,
  operationAddress,
  operationHash,
  toUserOperation,
  type UserOperation,
  writeUserOperation,
} from '@billfold/protocol/embedded/userOperation'
import { type Address, getAddress, type Hex, isAddressEqual, numberToHex } from 'viem'
import * as z from 'zod/mini'
import { RpcError } from '../../rpcError.ts'
import type { Deployment } from '../deploy/deployment.ts'
import type { Evm } from '../evmNode.ts'
import { createExecutor } from './createExecutor.ts'
import { estimateUserOperationGas } from './estimateUserOperationGas.ts'
import { parseParams } from './parseParams.ts'
import { type EntryPoint, readEntryPoint, type StateOverride, userOperationHash } from './simulation.ts'
import { findTransaction, minedUserOperation, userOperationReceipt } from './userOperationReceipt.ts'

/** A JSON-RPC service beside the node. */
export type RpcService = { handle(method: string, params: unknown): Promise<unknown> }

const draftParams = z.tuple([
  draftUserOperation,
  operationAddress,
  z.optional(z.nullable(z.record(operationAddress, z.looseObject({}, 'must be an object')))),
])
const fullParams = z.tuple([fullUserOperation, operationAddress])
const hashParams = z.tuple([
  z.pipe(
    operationHash,
    z.transform((hash: Hex) => hash.toLowerCase() as Hex),
  ),
])

const waitingLimit = 16
const rememberedLimit = 10_000
const pollMs = 50
const mineDeadlineMs = 120_000

/**
 * A private ERC-4337 bundler, v0.7 and v0.8: one transaction per operation, sent at once. It shares no mempool with
 * others, so the storage and opcode rules of ERC-7562 do not apply.
 */
export function createBundler(evm: Evm, deployment: Pick<Deployment, 'contracts'>): RpcService {
  const { entryPoint07, entryPoint08 } = deployment.contracts
  const addresses: Address[] = [entryPoint08, entryPoint07]
  const executor = createExecutor(evm)
  const sent = new Map<Hex, { op: UserOperation; entryPoint: Address; transaction: Hex }>()
  const inLane = createLanes()
  const read = new Map<Address, Promise<EntryPoint>>()

  function entryPointAt(address: Address): Promise<EntryPoint> {
    const known = addresses.find((each) => isAddressEqual(each, address))
    if (!known) throw new RpcError(rejections.invalid, `The entry point ${address} is not supported.`)
    let entryPoint = read.get(known)
    if (!entryPoint) {
      entryPoint = readEntryPoint(evm, known, known === entryPoint07 ? '07' : '08')
      read.set(known, entryPoint)
      entryPoint.catch(() => read.delete(known))
    }
    return entryPoint
  }

  async function untilMined(hash: Hex, transaction: Hex): Promise<void> {
    const end = Date.now() + mineDeadlineMs
    while (Date.now() < end) {
      const receipt = await evm.request<{ status: Hex } | null>('eth_getTransactionReceipt', [transaction])
      // A bundle that reverted has no operation in it: its callers must not wait for it.
      if (receipt?.status === '0x0') sent.delete(hash)
      if (receipt) return
      await delay(pollMs, undefined, { ref: false })
    }
  }

  async function send(params: unknown): Promise<Hex> {
    const [full, address] = parseParams(fullParams, params, ['userOperation', 'entryPoint'])
    const op = toUserOperation(full)
    const entryPoint = await entryPointAt(address)
    return inLane(op.sender, async (hold) => {
      const hash = await userOperationHash(evm, entryPoint, op)
      const transaction = await executor.submit(entryPoint.address, op)
      remember(hash, { op, entryPoint: entryPoint.address, transaction })
      hold(untilMined(hash, transaction))
      return hash
    })
  }

  function remember(hash: Hex, entry: { op: UserOperation; entryPoint: Address; transaction: Hex }) {
    sent.set(hash, entry)
    // Older ones are found in the entry points' logs.
    const [oldest] = sent.keys()
    if (sent.size > rememberedLimit && oldest) sent.delete(oldest)
  }

  async function estimate(params: unknown) {
    const [draft, address, override] = parseParams(draftParams, params, [
      'userOperation',
      'entryPoint',
      'stateOverride',
    ])
    return estimateUserOperationGas(evm, await entryPointAt(address), toUserOperation(draft), {
      beneficiary: executor.address,
      override: (override ?? {}) as StateOverride,
    })
  }

  const transactionOf = async (hash: Hex) =>
    sent.get(hash)?.transaction ?? (await findTransaction(evm, addresses, hash))

  async function receiptOf(params: unknown) {
    const [hash] = parseParams(hashParams, params, ['userOpHash'])
    const transaction = await transactionOf(hash)
    return transaction ? userOperationReceipt(evm, transaction, hash) : null
  }

  async function operationOf(params: unknown) {
    const [hash] = parseParams(hashParams, params, ['userOpHash'])
    const transaction = await transactionOf(hash)
    const mined = transaction ? await minedUserOperation(evm, transaction, hash) : null
    const waiting = sent.get(hash)
    if (mined || !waiting) return mined
    return {
      userOperation: writeUserOperation(waiting.op),
      entryPoint: waiting.entryPoint,
      transactionHash: waiting.transaction,
      blockHash: null,
      blockNumber: null,
    }
  }

  const methods: Record<string, (params: unknown) => Promise<unknown>> = {
    eth_chainId: async () => numberToHex(evm.chainId),
    eth_supportedEntryPoints: async () => addresses,
    eth_estimateUserOperationGas: estimate,
    eth_sendUserOperation: send,
    eth_getUserOperationByHash: operationOf,
    eth_getUserOperationReceipt: receiptOf,
    pimlico_getUserOperationGasPrice: () => gasPrices(evm),
  }

  return {
    async handle(method, params) {
      const answer = Object.hasOwn(methods, method) ? methods[method] : undefined
      if (!answer) throw new RpcError(-32601, `The bundler has no method ${method}.`)
      return answer(params)
    },
  }
}

type Lanes = <T>(sender: Address, task: (hold: (until: Promise<void>) => void) => Promise<T>) => Promise<T>

/** One operation of a sender at a time: each is validated against the state that the previous one leaves. */
function createLanes(): Lanes {
  const lanes = new Map<Address, { waiting: number; tail: Promise<unknown> }>()
  return async (sender, task) => {
    const key = getAddress(sender)
    const lane = lanes.get(key) ?? { waiting: 0, tail: Promise.resolve() }
    if (lane.waiting >= waitingLimit)
      throw new RpcError(rejections.throttled, 'Too many pending operations from this sender.')
    lanes.set(key, lane)
    lane.waiting++
    let mined: Promise<unknown> = Promise.resolve()
    const run = lane.tail.then(() => task((until) => (mined = until)))
    lane.tail = run.then(() => mined).catch(() => undefined)
    lane.tail.finally(() => {
      if (--lane.waiting === 0) lanes.delete(key)
    })
    return run
  }
}

/** The fees that wallets choose between, on the current base fee. */
async function gasPrices(evm: Evm) {
  const { baseFeePerGas } = await evm.request<{ baseFeePerGas: Hex }>('eth_getBlockByNumber', ['pending', false])
  const tip = BigInt(await evm.request<Hex>('eth_maxPriorityFeePerGas'))
  const price = (percent: bigint) => ({
    maxFeePerGas: numberToHex((BigInt(baseFeePerGas) * percent) / 100n + tip),
    maxPriorityFeePerGas: numberToHex(tip),
  })
  return { slow: price(125n), standard: price(150n), fast: price(200n) }
}
