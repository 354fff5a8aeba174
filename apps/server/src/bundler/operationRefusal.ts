import { cleanText } from '@billfold/protocol/cleanText'
import { decodeErrorResult, type Hex } from 'viem'
import { RpcError } from '../rpc/rpcError.ts'
import { entryPointAbi } from './entryPointAbi.ts'

/** Why an operation is not taken: the codes of ERC-7769. */
export const refusals = {
  invalid: -32602,
  account: -32500,
  paymaster: -32501,
  timeRange: -32503,
  throttled: -32504,
  signature: -32507,
  execution: -32521,
  /** Ours: this server cannot pay for it now. */
  unavailable: -32002,
  /** Ours: no one sponsors it. */
  notSponsored: -32003,
} as const

/** An operation that is not taken, in one sentence. */
export const refuse = (reason: keyof typeof refusals, message: string, data?: unknown): RpcError =>
  new RpcError({ code: refusals[reason], message, data })

/** Which of the reasons an entry point's own ("AA24 signature error") stands for. */
export function reasonOf(text: string): keyof typeof refusals {
  if (/^AA[23]4/.test(text)) return 'signature'
  if (/^AA[23]2/.test(text)) return 'timeRange'
  if (/^AA3/.test(text)) return 'paymaster'
  // About the limits that the operation came with: values overflow, too little gas for execution.
  if (/^AA9/.test(text)) return 'invalid'
  return 'account'
}

const maxReasonLength = 300

/** A revert's reason if it is Solidity's own `Error(string)`, otherwise its bytes. */
export function revertReason(data: Hex): string {
  if (data === '0x') return 'no reason given'
  try {
    const decoded = decodeErrorResult({ data, abi: entryPointAbi })
    if (decoded.errorName === 'ExecuteError')
      return `call ${Number(decoded.args[0]) + 1} of the batch: ${revertReason(decoded.args[1])}`
    // Solidity's own Error(string) is decoded too, though it is in no list.
    const { errorName, args } = decoded as { errorName: string; args?: readonly unknown[] }
    // A contract's own text: PostgreSQL stores no NUL, and control characters are for no one to see.
    return errorName === 'Error' ? cleanText(args?.[0], maxReasonLength) || 'no reason given' : errorName
  } catch {
    // A custom error of a contract that we do not know: its bytes are all there is to say.
    return data.slice(0, 138)
  }
}

/** Why the entry point would not take an operation, for its sender to hear; other errors pass as they are. */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof RpcError) || typeof error.data !== 'string' || !/^0x[0-9a-f]*$/i.test(error.data)) return error
  const data = error.data as Hex
  try {
    const { errorName, args } = decodeErrorResult({ abi: entryPointAbi, data })
    if (errorName === 'FailedOp') return refuse(reasonOf(args[1]), args[1], data)
    if (errorName === 'FailedOpWithRevert')
      return refuse(reasonOf(args[1]), `${args[1]}: ${revertReason(args[2])}`, data)
  } catch {
    // Not one of the entry point's errors, so it had no chance to name one.
  }
  return refuse('account', `The operation reverts: ${revertReason(data)}.`, data)
}
