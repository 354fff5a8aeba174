import { writeUserOperation } from '@billfold/protocol/embedded/userOperation'
import {
  type Address,
  decodeEventLog,
  decodeFunctionData,
  getAbiItem,
  getAddress,
  type Hex,
  numberToHex,
  toEventSelector,
  zeroAddress,
} from 'viem'
import type { Evm } from '../evmNode.ts'
import { entryPointAbi } from './entryPointAbi.ts'
import { revertReason } from './revertReason.ts'
import { unpackUserOperation } from './unpackUserOperation.ts'

type Log = { address: Address; topics: [Hex, ...Hex[]]; data: Hex; transactionHash: Hex }
type Receipt = { logs: Log[]; transactionHash: Hex; blockHash: Hex; blockNumber: Hex }

const userOperationEvent = toEventSelector(getAbiItem({ abi: entryPointAbi, name: 'UserOperationEvent' }))
const beforeExecution = toEventSelector(getAbiItem({ abi: entryPointAbi, name: 'BeforeExecution' }))
const reasonAbi = [
  getAbiItem({ abi: entryPointAbi, name: 'UserOperationRevertReason' }),
  getAbiItem({ abi: entryPointAbi, name: 'PostOpRevertReason' }),
] as const
const reasons = new Set<Hex>(reasonAbi.map((event) => toEventSelector(event)))

/** The transaction that carried an operation, from the entry points' logs. */
export async function findTransaction(evm: Evm, entryPoints: Address[], hash: Hex): Promise<Hex | undefined> {
  const filter = { fromBlock: '0x0', toBlock: 'latest', address: entryPoints, topics: [userOperationEvent, hash] }
  const [log] = await evm.request<Log[]>('eth_getLogs', [filter])
  return log?.transactionHash
}

/** An operation's outcome as `eth_getUserOperationReceipt` returns it; null until its transaction is mined. */
export async function userOperationReceipt(evm: Evm, transaction: Hex, hash: Hex) {
  const receipt = await evm.request<Receipt | null>('eth_getTransactionReceipt', [transaction])
  const at = receipt?.logs.findIndex(({ topics }) => topics[0] === userOperationEvent && topics[1] === hash) ?? -1
  const log = receipt?.logs[at]
  if (!receipt || !log) return null
  const { args } = decodeEventLog({
    abi: entryPointAbi,
    eventName: 'UserOperationEvent',
    topics: log.topics,
    data: log.data,
  })
  // An operation's logs lie between the one before it (or the start of execution) and its own event.
  const start = receipt.logs
    .slice(0, at)
    .findLastIndex(({ topics }) => topics[0] === beforeExecution || topics[0] === userOperationEvent)
  const logs = receipt.logs.slice(start + 1, at)
  const reason = reasonOf(logs, log.address)
  return {
    userOpHash: hash,
    entryPoint: getAddress(log.address),
    sender: args.sender,
    nonce: numberToHex(args.nonce),
    ...(args.paymaster !== zeroAddress && { paymaster: args.paymaster }),
    actualGasCost: numberToHex(args.actualGasCost),
    actualGasUsed: numberToHex(args.actualGasUsed),
    success: args.success,
    ...(reason !== undefined && { reason }),
    logs,
    receipt,
  }
}

function reasonOf(logs: Log[], entryPoint: Address): string | undefined {
  for (const { address, topics, data } of logs) {
    if (address.toLowerCase() !== entryPoint.toLowerCase() || !reasons.has(topics[0])) continue
    const { args } = decodeEventLog({ abi: reasonAbi, topics, data })
    return revertReason(args.revertReason)
  }
  return undefined
}

/** A mined operation with its position, as `eth_getUserOperationByHash` returns it. */
export async function minedUserOperation(evm: Evm, transaction: Hex, hash: Hex) {
  const receipt = await evm.request<Receipt | null>('eth_getTransactionReceipt', [transaction])
  const events = receipt?.logs.filter(({ topics }) => topics[0] === userOperationEvent) ?? []
  const index = events.findIndex(({ topics }) => topics[1] === hash)
  const entryPoint = events[index]?.address
  if (!receipt || !entryPoint) return null
  const { input } = await evm.request<{ input: Hex }>('eth_getTransactionByHash', [transaction])
  const { args } = decodeFunctionData({ abi: entryPointAbi, data: input })
  const packed = (args as readonly [readonly Parameters<typeof unpackUserOperation>[0][], Address])[0][index]
  if (!packed) return null
  return {
    userOperation: writeUserOperation(unpackUserOperation(packed)),
    entryPoint: getAddress(entryPoint),
    transactionHash: receipt.transactionHash,
    blockHash: receipt.blockHash,
    blockNumber: receipt.blockNumber,
  }
}
