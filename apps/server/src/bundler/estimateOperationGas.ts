import type { UserOperation } from '@billfold/protocol/embedded/userOperation'
import { decodeFunctionResult, encodeFunctionData, type Hex, hexToBigInt, parseAbi, size } from 'viem'
import { maxGas } from './checkOperation.ts'
import { handleOpsData, preVerificationGasOf, preVerificationGasOfDraft } from './gasCost.ts'
import { checkAccount, probeCallGas } from './simulateOperation.ts'
import type { SmartChain } from './smartChain.ts'

/** Gas of validation by our accounts' code, with a margin: measured once, since the code never changes. */
const verificationGas = { '7702': 80_000n, '4337': 80_000n, creation: 260_000n } as const

export type OperationGas = Pick<UserOperation, 'preVerificationGas' | 'verificationGasLimit' | 'callGasLimit'>

/** Estimates an operation's gas limits; rejects one whose calls revert. */
export async function estimateOperationGas(
  chain: SmartChain,
  op: UserOperation,
  relayer: Hex,
  signal: AbortSignal,
): Promise<OperationGas> {
  const [code, dataGas] = await Promise.all([
    chain.rpc.call<Hex>('eth_getCode', [op.sender, 'latest'], signal),
    dataGasOf(chain, op, relayer, signal),
  ])
  const account = checkAccount(op, chain, code)
  const callGas = await probeCallGas(chain, op, account.code, { cap: maxGas.callGasLimit, signal })
  const isCreated = chain.kind === '4337' && !account.isDeployed
  return {
    preVerificationGas: preVerificationGasOfDraft(op, relayer, chain.overheadGas) + dataGas + dataGas / 4n,
    verificationGasLimit: isCreated ? verificationGas.creation : verificationGas[chain.kind],
    callGasLimit: callGas === 0n ? 0n : callGas + callGas / 10n + 5_000n,
  }
}

/**
 * The minimum `preVerificationGas` with which the relayer's transaction pays for itself, its data on a rollup included.
 */
export const minPreVerificationGas = async (
  chain: SmartChain,
  op: UserOperation,
  relayer: Hex,
  signal: AbortSignal,
): Promise<bigint> =>
  preVerificationGasOf(op, relayer, chain.overheadGas) + (await dataGasOf(chain, op, relayer, signal))

const dataFeeOracle = '0x420000000000000000000000000000000000000F'
const oracleAbi = parseAbi(['function getL1FeeUpperBound(uint256 size) view returns (uint256)'])
/** The transaction around `handleOps`: fields, signature and, at most, one authorization. */
const envelopeBytes = 300

/** The data fee of an OP-stack chain for the operation's transaction, as gas at the price that the operation pays. */
async function dataGasOf(chain: SmartChain, op: UserOperation, relayer: Hex, signal: AbortSignal): Promise<bigint> {
  if (chain.dataFees !== 'op') return 0n
  const bytes = BigInt(size(handleOpsData(op, relayer)) + envelopeBytes)
  const data = encodeFunctionData({ abi: oracleAbi, functionName: 'getL1FeeUpperBound', args: [bytes] })
  const [answer, block] = await Promise.all([
    chain.rpc.call<Hex>('eth_call', [{ to: dataFeeOracle, data }, 'latest'], signal),
    chain.rpc.call<{ baseFeePerGas: Hex }>('eth_getBlockByNumber', ['latest', false], signal),
  ])
  const fee = decodeFunctionResult({ abi: oracleAbi, functionName: 'getL1FeeUpperBound', data: answer })
  const paid = hexToBigInt(block.baseFeePerGas) + op.maxPriorityFeePerGas
  const price = op.maxFeePerGas < paid ? op.maxFeePerGas : paid
  return price === 0n ? 0n : fee / price + 1n
}
