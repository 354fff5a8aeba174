import { decodeErrorResult, type Hex, size } from 'viem'

/** What a revert says in words where it says it in Solidity's own way, its bytes otherwise. */
export function revertReason(data: Hex): string {
  if (size(data) === 0) return 'no reason given'
  try {
    const { errorName, args } = decodeErrorResult({ data, abi: [] })
    if (errorName === 'Error') return String(args?.[0])
    return `Panic(${args?.[0]})`
  } catch {
    // A custom error of a contract we do not know: its bytes are all there is to say.
    return data
  }
}
