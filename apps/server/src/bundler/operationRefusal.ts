import { cleanText } from '@billfold/protocol/cleanText'
import { operationRejections, rejectionOf } from '@billfold/protocol/embedded/operationRejection'
import { decodeErrorResult, type Hex } from 'viem'
import { RpcError } from '../rpc/rpcError.ts'
import { entryPointAbi } from './entryPointAbi.ts'

/** Reasons to reject an operation, with their codes. */
const refusals = {
  ...operationRejections,
  /** Ours: this server cannot pay for it now. */
  unavailable: -32002,
  /** Ours: no one sponsors it. */
  notSponsored: -32003,
} as const

/** Creates the error for a rejected operation; the message is one sentence. */
export const refuse = (reason: keyof typeof refusals, message: string, data?: unknown): RpcError =>
  new RpcError({ code: refusals[reason], message, data })

const maxReasonLength = 300

/** A revert's reason if it is Solidity's own `Error(string)`, otherwise its bytes. */
export function revertReason(data: Hex): string {
  if (data === '0x') return 'no reason given'
  try {
    const decoded = decodeErrorResult({ data, abi: entryPointAbi })
    if (decoded.errorName === 'ExecuteError')
      return `call ${Number(decoded.args[0]) + 1} of the batch: ${revertReason(decoded.args[1])}`
    // Decodes Solidity's own Error(string) too, though it is in no ABI.
    const { errorName, args } = decoded as { errorName: string; args?: readonly unknown[] }
    // A contract's own text: PostgreSQL stores no NUL, and control characters should reach no one.
    return errorName === 'Error' ? cleanText(args?.[0], maxReasonLength) || 'no reason given' : errorName
  } catch {
    // A custom error of an unknown contract: its bytes are all we have.
    return data.slice(0, 138)
  }
}

/** Turns the entry point's rejection into one for the sender; other errors pass unchanged. */
export function toRefusal(error: unknown): unknown {
  if (!(error instanceof RpcError) || typeof error.data !== 'string' || !/^0x[0-9a-f]*$/i.test(error.data)) return error
  const data = error.data as Hex
  try {
    const { errorName, args } = decodeErrorResult({ abi: entryPointAbi, data })
    if (errorName === 'FailedOp') return refuse(rejectionOf(args[1]), args[1], data)
    if (errorName === 'FailedOpWithRevert')
      return refuse(rejectionOf(args[1]), `${args[1]}: ${revertReason(args[2])}`, data)
  } catch {
    // Not one of the entry point's errors, so it had no chance to name one.
  }
  return refuse('account', `The operation reverts: ${revertReason(data)}.`, data)
}
