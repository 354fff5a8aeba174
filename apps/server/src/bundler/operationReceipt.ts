import { decodeEventLog, getAbiItem, getAddress, type Hex, numberToHex, toEventSelector, zeroAddress } from 'viem'
import { sameHex } from '../chains/eip155/hex.ts'
import { entryPointAbi } from './entryPointAbi.ts'
import { revertReason } from './operationRefusal.ts'

export type Log = { address: Hex; topics: [Hex, ...Hex[]]; data: Hex }
export type TransactionReceipt = {
  status: Hex
  logs: Log[]
  transactionHash: Hex
  blockHash: Hex
  blockNumber: Hex
  gasUsed: Hex
  effectiveGasPrice: Hex
  /** An OP-stack chain's charge for the data. */
  l1Fee?: Hex | undefined
}

/** The entry point's event for every operation that it ran. */
export const operationTopic = toEventSelector(getAbiItem({ abi: entryPointAbi, name: 'UserOperationEvent' }))
const beforeExecution = toEventSelector(getAbiItem({ abi: entryPointAbi, name: 'BeforeExecution' }))
const reasonTopic = toEventSelector(getAbiItem({ abi: entryPointAbi, name: 'UserOperationRevertReason' }))

export const readOperationEvent = ({ topics, data }: Log) =>
  decodeEventLog({ abi: entryPointAbi, eventName: 'UserOperationEvent', topics, data }).args

/**
 * An operation's result in the form of `eth_getUserOperationReceipt`; undefined if the transaction does not contain it.
 */
export function operationReceipt(receipt: TransactionReceipt, hash: Hex) {
  const at = receipt.logs.findIndex(({ topics }) => topics[0] === operationTopic && sameHex(topics[1], hash))
  const log = receipt.logs[at]
  if (!log) return undefined
  const args = readOperationEvent(log)
  // An operation's logs are between the previous operation's event (or the start of execution) and its own.
  const start = receipt.logs
    .slice(0, at)
    .findLastIndex(({ topics }) => topics[0] === beforeExecution || topics[0] === operationTopic)
  const logs = receipt.logs.slice(start + 1, at)
  const reason = logs.find(({ address, topics }) => sameHex(address, log.address) && topics[0] === reasonTopic)
  return {
    userOpHash: hash,
    entryPoint: getAddress(log.address),
    sender: args.sender,
    nonce: numberToHex(args.nonce),
    ...(args.paymaster !== zeroAddress && { paymaster: args.paymaster }),
    actualGasCost: numberToHex(args.actualGasCost),
    actualGasUsed: numberToHex(args.actualGasUsed),
    success: args.success,
    ...(reason && { reason: readReason(reason) }),
    logs,
    receipt,
  }
}

function readReason({ topics, data }: Log): string {
  const { args } = decodeEventLog({ abi: entryPointAbi, eventName: 'UserOperationRevertReason', topics, data })
  return revertReason(args.revertReason)
}
