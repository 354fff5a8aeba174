import { rejectionOf, operationRejections as rejections } from '@billfold/protocol/embedded/operationRejection'
import { decodeErrorResult, type Hex } from 'viem'
import { RpcError } from '../../rpcError.ts'
import { entryPointAbi } from './entryPointAbi.ts'
import { revertReason } from './revertReason.ts'

/** The code for an entry point's reason (“AA24 signature error”). */
export const codeOfReason = (reason: string): number => rejections[rejectionOf(reason)]

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
