import { transactionGasCap } from '@billfold/protocol/embedded/operationGas'
import { smartAccountContracts } from '@billfold/protocol/embedded/smartAccount'
import {
  draftUserOperation,
  fullUserOperation,
  operationAddress,
  operationHash,
  operationHashText,
  toUserOperation,
} from '@billfold/protocol/embedded/userOperation'
import { getAddress, type Hex, numberToHex, toBytes } from 'viem'
import * as z from 'zod/mini'
import { sameHex } from '../chains/eip155/hex.ts'
import { RpcError } from '../rpc/rpcError.ts'
import { type AdmissionDeps, admitOperation } from './admitOperation.ts'
import { checkOperation } from './checkOperation.ts'
import { estimateOperationGas, minPreVerificationGas } from './estimateOperationGas.ts'
import { transactionGasOf } from './gasCost.ts'
import { refuse } from './operationRefusal.ts'
import { parseParams } from './parseParams.ts'
import { describeOperation, type OperationRow, settleOperation } from './settleOperations.ts'
import type { SmartChain } from './smartChain.ts'

type BundlerCall = { method: string; params: unknown; projectId: string; signal: AbortSignal }
/** Answers one ERC-4337 call; undefined for an unknown operation. */
type OwnBundler = (chain: SmartChain, call: BundlerCall) => Promise<unknown>

const entryPoint = getAddress(smartAccountContracts.entryPoint)
const sendParams = z.tuple([fullUserOperation, operationAddress])
const draftParams = z.tuple([draftUserOperation, operationAddress, z.optional(z.unknown())])
const hashParams = z.tuple([operationHash])
const paymasterGas = 60_000n

/**
 * A private ERC-4337 bundler: it accepts operations of our own accounts, paid for by them or by our own paymaster, and
 * sends each at once. It shares no mempool with others, so the storage and opcode rules of ERC-7562 do not apply.
 */
export function createOwnBundler(deps: AdmissionDeps): OwnBundler {
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
      await admitOperation(deps, chain, op, signal)
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

function checkEntryPoint(address: Hex): void {
  if (!sameHex(address, entryPoint)) throw refuse('invalid', `The entry point ${address} is not supported.`)
}
