import { concatHex, decodeFunctionResult, encodeFunctionData, type Hex, parseAbi } from 'viem'
import type { EvmAddress } from '../../chains/serverChain.ts'

const abi = parseAbi([
  'struct Call { address target; bool allowFailure; uint256 value; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3Value(Call[] calls) payable returns (Result[] results)',
])

export type LentCall = { to: EvmAddress; data: Hex; value?: bigint | undefined; mustWork?: boolean | undefined }

/** Several calls as one, for an account that is lent `forwarderTo(multicall3)`. */
export const batchData = (calls: readonly LentCall[]): Hex =>
  encodeFunctionData({
    abi,
    functionName: 'aggregate3Value',
    args: [
      calls.map(({ to, data, value = 0n, mustWork = false }) => ({
        target: to,
        allowFailure: !mustWork,
        value,
        callData: data,
      })),
    ],
  })

/** How each call of a batch went; undefined when the answer is not one to this question. */
export function readResults(
  answer: unknown,
  expected: number,
): readonly { success: boolean; returnData: Hex }[] | undefined {
  if (typeof answer !== 'string' || !/^0x(?:[0-9a-f]{2})+$/i.test(answer)) return undefined
  try {
    const results = decodeFunctionResult({ abi, functionName: 'aggregate3Value', data: answer as Hex })
    return results.length === expected ? results : undefined
  } catch {
    // Bytes of another shape: this node, or what stands at that address, does not do what we ask.
    return undefined
  }
}

/**
 * Stops if it only receives money; otherwise runs another contract's code as its own (ERC-1167, six bytes further on).
 */
export const forwarderTo = (target: EvmAddress): Hex =>
  concatHex(['0x36600557005b363d3d373d3d3d363d73', target, '0x5af43d82803e903d91603157fd5bf3'])
