import { operationRejections as rejections } from '@billfold/protocol/embedded/operationRejection'
import type { UserOperation } from '@billfold/protocol/embedded/userOperation'
import { is7702Factory, packUserOperation } from '@billfold/protocol/embedded/userOperation'
import {
  type Address,
  concatHex,
  decodeFunctionResult,
  encodeFunctionData,
  getContractAddress,
  type Hex,
  numberToHex,
  parseEther,
  size,
  slice,
  toFunctionSelector,
  zeroAddress,
} from 'viem'
import { RpcError } from '../../rpcError.ts'
import { ownArtifact, packageArtifact } from '../deploy/artifact.ts'
import type { Evm } from '../evmNode.ts'
import { entryPointAbi } from './entryPointAbi.ts'
import { toRejection } from './rejection.ts'
import { revertReason } from './revertReason.ts'

/** `eth_call`'s third param: account overrides for the duration of the call. */
export type StateOverride = Record<Address, { balance?: Hex; code?: Hex; [field: string]: unknown }>

export type EntryPoint = { address: Address; simulationCode: Hex }

const callGas = 16_000_000n
const executeUserOp = toFunctionSelector(
  'executeUserOp((address,uint256,bytes,bytes,bytes32,uint256,bytes32,bytes,bytes),bytes32)',
)

/** An entry point and the code that stands in for it in simulations. */
export async function readEntryPoint(evm: Evm, address: Address, version: '07' | '08'): Promise<EntryPoint> {
  const { bytecode } = packageArtifact(`account-abstraction-${version}/artifacts/EntryPointSimulations.json`)
  // Its constructor refuses to run beyond some height: on ours, always call it at the first block.
  const simulationCode = await evm.request<Hex>('eth_call', [{ data: bytecode, gas: numberToHex(callGas) }, '0x0'])
  return { address, simulationCode }
}

/** The sender as it will be once its EIP-7702 authorization is in effect. */
export function delegationOf({ sender, eip7702Auth }: UserOperation): StateOverride {
  return eip7702Auth ? { [sender]: { code: concatHex(['0xef0100', eip7702Auth.address]) } } : {}
}

/** Merges overrides of several origins; later ones win field by field. */
function mergeOverrides(...overrides: StateOverride[]): StateOverride {
  const merged: StateOverride = {}
  for (const override of overrides)
    for (const [key, fields] of Object.entries(override)) {
      const account = key.toLowerCase() as Address
      merged[account] = { ...merged[account], ...fields }
    }
  return merged
}

const call = (evm: Evm, transaction: { from?: Address; to: Address; data: Hex }, override: StateOverride) =>
  evm.request<Hex>('eth_call', [{ ...transaction, gas: numberToHex(callGas) }, 'latest', override])

/** The hash that an account signs, from the entry point itself. */
export async function userOperationHash(evm: Evm, entryPoint: EntryPoint, op: UserOperation): Promise<Hex> {
  const data = encodeFunctionData({ abi: entryPointAbi, functionName: 'getUserOpHash', args: [packUserOperation(op)] })
  return call(evm, { to: entryPoint.address, data }, delegationOf(op)).catch((error) => {
    throw toRejection(error)
  })
}

/** Runs creation and validation of an operation, with a sender that can afford it; rejects with the entry point's reason. */
export async function simulateValidation(evm: Evm, entryPoint: EntryPoint, op: UserOperation, given: StateOverride) {
  const override = mergeOverrides(given, delegationOf(op), {
    [op.sender]: { balance: numberToHex(parseEther('1000000000')) },
    [entryPoint.address]: { code: entryPoint.simulationCode },
  })
  const data = encodeFunctionData({
    abi: entryPointAbi,
    functionName: 'simulateValidation',
    args: [packUserOperation(op)],
  })
  const result = await call(evm, { from: zeroAddress, to: entryPoint.address, data }, override).catch((error) => {
    throw toRejection(error)
  })
  return decodeFunctionResult({ abi: entryPointAbi, functionName: 'simulateValidation', data: result }).returnInfo
}

/** The gas that the account's own call needs; rejects if it reverts at any limit. */
export async function probeCallGas(
  evm: Evm,
  entryPoint: EntryPoint,
  op: UserOperation,
  cap: bigint,
  given: StateOverride,
): Promise<bigint> {
  if (size(op.callData) === 0) return 0n
  const { abi, bytecode } = ownArtifact('own/CallGasProbe')
  const packed = packUserOperation(op)
  const wantsWholeOperation = size(op.callData) >= 4 && slice(op.callData, 0, 4) === executeUserOp
  const callData = wantsWholeOperation
    ? encodeFunctionData({
        abi: entryPointAbi,
        functionName: 'executeUserOp',
        args: [packed, await userOperationHash(evm, entryPoint, op)],
      })
    : op.callData
  const creator = getContractAddress({ from: entryPoint.address, nonce: 1n })
  const initCode = is7702Factory(op.factory) ? '0x' : packed.initCode
  const data = encodeFunctionData({ abi, functionName: 'probe', args: [creator, initCode, op.sender, callData, cap] })
  const override = mergeOverrides(given, delegationOf(op), { [entryPoint.address]: { code: bytecode } })
  const result = await call(evm, { from: zeroAddress, to: entryPoint.address, data }, override)
  const [success, gas, returned] = decodeFunctionResult({ abi, functionName: 'probe', data: result }) as [
    boolean,
    bigint,
    Hex,
  ]
  if (!success) throw new RpcError(rejections.execution, `The call reverts: ${revertReason(returned)}`, returned)
  return gas
}
