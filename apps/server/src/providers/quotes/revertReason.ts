import { cleanText } from '@billfold/protocol/cleanText'
import { swapErrors } from '@billfold/protocol/swapErrors'
import { decodeErrorResult, type Hex, parseAbi } from 'viem'

const abi = parseAbi([
  'error Error(string reason)',
  'error Panic(uint256 code)',
  'error ExecutionFailed(uint256 commandIndex, bytes message)',
  ...swapErrors,
])

const words: Readonly<Record<string, string>> = {
  V2TooLittleReceived: 'The price moved: less would come out than the minimum',
  V3TooLittleReceived: 'The price moved: less would come out than the minimum',
  InsufficientToken: 'The price moved: less would come out than the minimum',
  InsufficientETH: 'The price moved: less would come out than the minimum',
  TransactionDeadlinePassed: 'The time for this swap has passed',
  AllowanceExpired: 'The permission to take the tokens has expired',
  InsufficientAllowance: 'The permission to take the tokens is for less',
  SignatureExpired: 'The signature has expired',
  InvalidNonce: 'The signature was used before',
  InvalidSigner: 'The signature is of another account',
  'TransferHelper: TRANSFER_FROM_FAILED': 'The account has less than it would pay',
  TRANSFER_FROM_FAILED: 'The account has less than it would pay',
  STF: 'The account has less than it would pay',
  'Too little received': 'The price moved: less would come out than the minimum',
}
const longest = 200

/** The reason of a contract's revert, in known words if possible; the contract's own text is cleaned first. */
export function revertReason(data: Hex | undefined): string {
  if (!data || data === '0x') return 'A contract refused without a reason'
  try {
    const { errorName, args } = decodeErrorResult({ abi, data })
    if (errorName === 'ExecutionFailed') return revertReason(args[1])
    if (errorName === 'Panic') return `A contract failed by its own mistake (${args[0]})`
    if (errorName === 'Error') return words[args[0]] ?? (cleanText(args[0], longest) || 'A contract refused')
    return words[errorName] ?? errorName
  } catch {
    return `A contract refused (${data.slice(0, 10)})`
  }
}
