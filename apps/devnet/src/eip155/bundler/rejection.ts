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

/** Which of the codes an entry point's reason ("AA24 signature error") stands for. */
export function codeOfReason(reason: string): number {
  if (/^AA[23]4/.test(reason)) return rejections.signature
  if (/^AA[23]2/.test(reason)) return rejections.timeRange
  if (/^AA3/.test(reason)) return rejections.paymaster
  // AA9x are about the limits the operation came with (gas values overflow, too little gas for execution).
  if (/^AA9/.test(reason)) return rejections.invalid
  return rejections.account
}

/** Why an entry point would not take an operation, as the error its sender hears; other errors pass as they are. */
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
    // Not one of the entry point's errors, so the entry point had no chance to name one.
  }
  return new RpcError(rejections.account, `The operation reverts: ${revertReason(data)}`, data)
}
