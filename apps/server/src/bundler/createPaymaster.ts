import { ownedAccountAddress, smartAccountContracts } from '@billfold/protocol/embedded/smartAccount'
import {
  draftUserOperation,
  maxCostOf,
  operationAddress,
  operationQuantity,
  packUserOperation,
  toUserOperation,
  type UserOperation,
} from '@billfold/protocol/embedded/userOperation'
import type { Kysely } from 'kysely'
import {
  concatHex,
  decodeFunctionData,
  encodeAbiParameters,
  type Hex,
  keccak256,
  numberToHex,
  type PrivateKeyAccount,
  slice,
  toBytes,
} from 'viem'
import * as z from 'zod/mini'
import { sameHex } from '../chains/eip155/hex.ts'
import type { Schema } from '../db/schema.ts'
import type { SponsorPass } from '../embedded/createTokens.ts'
import { checkOperation } from './checkOperation.ts'
import { accountAbi } from './entryPointAbi.ts'
import { estimateOperationGas, type OperationGas } from './estimateOperationGas.ts'
import { refuse } from './operationRefusal.ts'
import { parseParams } from './parseParams.ts'
import type { SmartChain } from './smartChain.ts'
import { type Budget, findBudget, reserve } from './sponsorships.ts'

// The last parameter is the context: a pass that identifies the person; its other fields are the app's own.
const context = z.catch(z.looseObject({ pass: z.optional(z.string().check(z.maxLength(2_000))) }), {})
const params = z.tuple([draftUserOperation, operationAddress, operationQuantity, context])
const names = ['userOperation', 'entryPoint', 'chainId', 'context']

const validitySeconds = 120n
const verificationGas = 60_000n
/** As long as a signature and as costly to verify, but signed by no one. */
const stubSignature: Hex = `0x${'1f'.repeat(64)}1c`

type PaymasterCall = { method: string; params: unknown; projectId: string; signal: AbortSignal }
/** ERC-7677: promises to pay for operations, within the project's budget. */
type Paymaster = (chain: SmartChain, call: PaymasterCall) => Promise<unknown>

type Deps = {
  db: Kysely<Schema>
  account: PrivateKeyAccount
  /** The address that bundles. */
  relayer: Hex
  /** Reads whose wallet a pass is of; absent if this server keeps no embedded wallets. */
  readPass?: ((pass: string) => Promise<SponsorPass>) | undefined
}
/** An operation, and the pass that came with it. */
type SponsorRequest = { op: UserOperation; pass: string | undefined; projectId: string }

export function createPaymaster({ db, account, relayer, readPass }: Deps): Paymaster {
  /** A project's id is public: only the accounts of people who are logged in may spend its budget. */
  async function requirePerson({ op, pass, projectId }: SponsorRequest): Promise<void> {
    if (!readPass) return
    const person = pass === undefined ? undefined : await readPass(pass).catch(() => undefined)
    if (!person || person.projectId !== projectId)
      throw refuse('notSponsored', 'Only operations from logged-in users are sponsored.')
    const { evmAddress } = person
    if (!sameHex(op.sender, evmAddress) && !sameHex(op.sender, ownedAccountAddress(evmAddress)))
      throw refuse('notSponsored', 'The operation is not from the logged-in account.')
  }

  /** The budget that an operation is for, if its project sponsors such operations at all. */
  async function admit(chain: SmartChain, request: SponsorRequest): Promise<Budget> {
    const { op, projectId } = request
    await requirePerson(request)
    const budget = await findBudget(db, projectId, chain.id)
    if (!budget) throw refuse('notSponsored', `This project does not sponsor operations on ${chain.name}.`)
    checkTargets(budget, op)
    return budget
  }

  async function sponsor(chain: SmartChain, paymaster: Hex, request: SponsorRequest, signal: AbortSignal) {
    const { projectId } = request
    const op = {
      ...request.op,
      paymaster,
      paymasterVerificationGasLimit: verificationGas,
      paymasterPostOpGasLimit: 0n,
      paymasterData: concatHex([timeWindow(0n), stubSignature]),
    }
    if (op.callGasLimit === 0n || op.verificationGasLimit === 0n || op.maxFeePerGas === 0n)
      throw refuse('invalid', 'The gas limits and fees are missing: the sponsorship covers exactly those.')
    checkOperation(op, chain)
    const budget = await admit(chain, { ...request, op })
    const cost = maxCostOf(op)
    if (cost > BigInt(budget.most_per_operation))
      throw refuse('notSponsored', 'The operation could cost more than this project sponsors per operation.')
    const [gas, block, tip] = await Promise.all([
      estimateOperationGas(chain, op, relayer, signal),
      chain.rpc.call<{ timestamp: Hex; baseFeePerGas: Hex; number: Hex | null }>(
        'eth_getBlockByNumber',
        ['pending', false],
        signal,
      ),
      chain.rpc.call<Hex>('eth_maxPriorityFeePerGas', [], signal),
    ])
    checkGas(op, gas)
    checkFees(op, BigInt(block.baseFeePerGas), BigInt(tip))
    const head = BigInt(await chain.rpc.call<Hex>('eth_blockNumber', [], signal))
    const validUntil = BigInt(block.timestamp) + validitySeconds
    await reserve(db, { chainId: chain.id, projectId, op, cost, validUntil, head })
    const signature = await account.signMessage({
      message: { raw: sponsorshipHash(op, { paymaster, chainId: chain.chainId, validUntil }) },
    })
    return {
      paymaster,
      paymasterData: concatHex([timeWindow(validUntil), signature]),
      paymasterVerificationGasLimit: numberToHex(verificationGas),
      paymasterPostOpGasLimit: numberToHex(0),
    }
  }

  return async (chain, call) => {
    if (call.method === 'eth_chainId') return numberToHex(chain.chainId)
    const { paymaster } = chain
    if (!paymaster) throw refuse('notSponsored', `Operations on ${chain.name} are not sponsored.`)
    const [given, entryPoint, chainId, { pass }] = parseParams(params, call.params, names)
    if (!sameHex(entryPoint, smartAccountContracts.entryPoint))
      throw refuse('invalid', `The entry point ${entryPoint} is not supported.`)
    if (chainId !== chain.chainId)
      throw refuse('invalid', `The operation is for chain ${chainId}, and this is chain ${chain.chainId}.`)
    const request = { op: toUserOperation(given), pass, projectId: call.projectId }
    if (call.method === 'pm_getPaymasterData') return sponsor(chain, paymaster, request, call.signal)
    await admit(chain, request)
    return {
      paymaster,
      paymasterData: concatHex([timeWindow(2n ** 48n - 1n), stubSignature]),
      paymasterVerificationGasLimit: numberToHex(verificationGas),
      paymasterPostOpGasLimit: numberToHex(0),
      isFinal: false,
    }
  }
}

/** Valid until, and valid from (always). */
const timeWindow = (validUntil: bigint): Hex =>
  concatHex([numberToHex(validUntil, { size: 6 }), numberToHex(0, { size: 6 })])

/** The hash that the paymaster's signer signs (VerifyingPaymaster.getHash). */
function sponsorshipHash(op: UserOperation, at: { paymaster: Hex; chainId: bigint; validUntil: bigint }): Hex {
  const packed = packUserOperation(op)
  const words = [
    'address',
    'uint256',
    'bytes32',
    'bytes32',
    'bytes32',
    'bytes32',
    'uint256',
    'bytes32',
    'uint256',
    'address',
    'uint48',
    'uint48',
  ]
  const data = encodeAbiParameters(
    words.map((type) => ({ type })),
    [
      op.sender,
      op.nonce,
      keccak256(packed.initCode),
      keccak256(op.callData),
      packed.accountGasLimits,
      slice(packed.paymasterAndData, 20, 52),
      op.preVerificationGas,
      packed.gasFees,
      at.chainId,
      at.paymaster,
      Number(at.validUntil),
      0,
    ],
  )
  return keccak256(data)
}

/** The bundler gets the gas that is paid for, used or not: sign no more than the estimate and a tenth. */
function checkGas(op: UserOperation, estimate: OperationGas): void {
  for (const [field, needed] of Object.entries(estimate) as [keyof OperationGas, bigint][]) {
    const max = needed + needed / 10n
    if (op[field] > max) throw refuse('notSponsored', `${field} exceeds the sponsored maximum, ${max}.`)
  }
}

/**
 * The operation pays the base fee and the tip, up to `maxFeePerGas`. The tip goes to the bundler, so it is limited; the
 * maximum may leave room for a base fee that climbs, which is burned. Nodes differ in the tips that they suggest.
 */
function checkFees(op: UserOperation, baseFee: bigint, tip: bigint): void {
  const maxTip = tip + tip / 2n + baseFee / 20n
  if (op.maxPriorityFeePerGas > maxTip || op.maxFeePerGas > (5n * baseFee) / 2n + maxTip)
    throw refuse('notSponsored', 'The fees are far above the current ones of the chain, so they are not sponsored.')
}

/** Whether the project's list, if it has one, allows every target of the operation. */
function checkTargets({ targets }: Budget, { callData }: UserOperation): void {
  const called = readTargets(callData)
  if (!called) throw refuse('notSponsored', 'Only calls through execute and executeBatch are sponsored.')
  if (!targets) return
  const stranger = called.find((target) => !targets.some((allowed) => allowed.equals(Buffer.from(toBytes(target)))))
  if (stranger) throw refuse('notSponsored', `This project does not sponsor calls to ${stranger}.`)
}

function readTargets(callData: Hex): Hex[] | undefined {
  try {
    const { functionName, args } = decodeFunctionData({ abi: accountAbi, data: callData })
    return functionName === 'execute' ? [args[0]] : args[0].map(({ target }) => target)
  } catch {
    // Not a call that our accounts support.
    return undefined
  }
}
