import { decodeErrorResult, type Hex, size } from 'viem'

/** The reason of a revert as text if Solidity encoded it as such, otherwise its bytes. */
export function revertReason(data: Hex): string {
  if (size(data) === 0) return 'no reason given'
  try {
    const { errorName, args } = decodeErrorResult({ data, abi: [] })
    if (errorName === 'Error') return String(args?.[0])
    return `Panic(${args?.[0]})`
  } catch {
    // A custom error of an unknown contract: show its bytes.
    return data
  }
}
