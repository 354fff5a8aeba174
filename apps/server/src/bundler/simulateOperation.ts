import {
  delegationCode,
  ownedAccountAddress,
  ownedAccountCode,
  smartAccountContracts,
} from '@billfold/protocol/embedded/smartAccount'
import type { UserOperation } from '@billfold/protocol/embedded/userOperation'
import { decodeFunctionResult, encodeFunctionData, type Hex, numberToHex, parseAbi, zeroAddress } from 'viem'
import { sameHex } from '../chains/eip155/hex.ts'
import { callGasProbe } from './callGasProbe.ts'
import { handleOpsData } from './gasCost.ts'
import { refuse, revertReason, toRefusal } from './operationRefusal.ts'
import type { SmartChain } from './smartChain.ts'

const probeAbi = parseAbi([
  'function probe(address creator, bytes initCode, address sender, bytes data, uint256 cap) returns (bool success, uint256 gasNeeded, bytes returned)',
])
const probeGas = 16_000_000n

/** Returns the sender's code, now or once its operation runs; rejects a sender with a foreign implementation. */
export function checkAccount(
  op: UserOperation,
  { kind }: Pick<SmartChain, 'kind'>,
  code: Hex,
): { isDeployed: boolean; code: Hex } {
  if (kind === '7702') {
    if (sameHex(code, delegationCode)) return { isDeployed: true, code: delegationCode }
    if (op.eip7702Auth) return { isDeployed: false, code: delegationCode }
    if (code === '0x')
      throw refuse('account', 'The sender is not a smart account yet, and the operation carries no authorization.')
    throw refuse('account', 'The sender runs code that this server does not support.')
  }
  if (code === '0x') {
    if (!op.factory)
      throw refuse('account', 'The sender is not a smart account yet, and the operation names no factory.')
    return { isDeployed: false, code: ownedAccountCode(`0x${op.factoryData.slice(34, 74)}`) }
  }
  const owner: Hex = `0x${code.slice(-40)}`
  if (
    code.length !== ownedAccountCode(zeroAddress).length ||
    !sameHex(code, ownedAccountCode(owner)) ||
    !sameHex(op.sender, ownedAccountAddress(owner))
  )
    throw refuse('account', 'The sender runs code that this server does not support.')
  if (op.factory) throw refuse('account', 'The sender already exists: omit the factory.')
  return { isDeployed: true, code: ownedAccountCode(owner) }
}

/** Measures the gas of the account's own call; rejects a call that reverts with any amount. */
export async function probeCallGas(
  chain: SmartChain,
  op: UserOperation,
  code: Hex,
  { cap, signal }: { cap: bigint; signal?: AbortSignal | undefined },
): Promise<bigint> {
  if (op.callData === '0x') return 0n
  const data = encodeFunctionData({
    abi: probeAbi,
    functionName: 'probe',
    args: [zeroAddress, '0x', op.sender, op.callData, cap],
  })
  const { entryPoint } = smartAccountContracts
  const override = { [entryPoint]: { code: callGasProbe }, [op.sender]: { code } }
  const call = { from: zeroAddress, to: entryPoint, data, gas: numberToHex(probeGas) }
  const answer = await chain.rpc.call<Hex>('eth_call', [call, 'latest', override], signal)
  const [success, gas, returned] = decodeFunctionResult({ abi: probeAbi, functionName: 'probe', data: answer })
  if (!success) throw refuse('execution', `The call reverts: ${revertReason(returned)}.`, returned)
  return gas
}

/**
 * Simulates the exact transaction that will be sent, so that no gas is spent on an operation that the entry point
 * rejects.
 */
export async function simulateBundle(
  chain: SmartChain,
  op: UserOperation,
  { relayer, gas, signal }: { relayer: Hex; gas: bigint; signal?: AbortSignal | undefined },
): Promise<void> {
  const call = {
    from: relayer,
    to: smartAccountContracts.entryPoint,
    data: handleOpsData(op, relayer),
    gas: numberToHex(gas),
  }
  const override = op.eip7702Auth ? { [op.sender]: { code: delegationCode } } : {}
  await chain.rpc.call('eth_call', [call, 'latest', override], signal).catch((e) => {
    throw toRefusal(e)
  })
}
