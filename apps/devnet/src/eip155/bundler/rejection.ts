import { decodeErrorResult, type Hex } from 'viem'
import { RpcError } from '../../rpcError.ts'
import { entryPointAbi } from './entryPointAbi.ts'
import { revertReason } from './revertReason.ts'

/** Codes of ERC-7769. */
export const rejections = {
  invalid: -32602,
  account: -32500,
  paymaster: -32501,
  timeRange: -32503,
  throttled: -32504,
  signature: -32507,
  execution: -32521,
} as const

/** The code for an entry point's reason (“AA24 signature error”). */
export function codeOfReason(reason: string): number {
  if (/^AA[23]4/.test(reason)) return rejections.signature
  if (/^AA[23]2/.test(reason)) return rejections.timeRange
  if (/^AA3/.test(reason)) return rejections.paymaster
  // AA9x concern the operation's limits (gas values overflow, too little gas for execution).
  if (/^AA9/.test(reason)) return rejections.invalid
  return rejections.account
}

/** Maps an entry point's reason to the error for the sender; other errors pass unchanged. */
export function toRejection(error: unknown): unknown {
  if (!(error instanceof RpcError) || typeof error.data !== 'string') return error
  const data = error.data as Hex
  try {
    const decoded = decodeErrorResult({ abi: entryPointAbi, data })
    switch (decoded.errorName) {
      case 'FailedOp': {
        const [, reason] = decoded.args
        return new RpcError(codeOfReason(reason), reason, data)
      }
      case 'FailedOpWithRevert': {
        const [, reason, inner] = decoded.args
        return new RpcError(codeOfReason(reason), `${reason}: ${revertReason(inner)}`, data)
      }
      case 'PostOpReverted':
        return new RpcError(
          rejections.paymaster,
          `The paymaster's post-op reverted: ${revertReason(decoded.args[0])}`,
          data,
        )
      case 'SignatureValidationFailed':
        return new RpcError(rejections.signature, 'The aggregated signature is not valid.', data)
    }
  } catch {
    // Not one of the entry point's errors, so the revert came before it could name one.
  }
  return new RpcError(rejections.account, `The operation reverts: ${revertReason(data)}`, data)
}
