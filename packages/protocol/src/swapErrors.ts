/** What Uniswap's router and Permit2 refuse with, as their contracts declare it: the server tells it before, the client after. */
export const swapErrors = [
  'error V2TooLittleReceived()',
  'error V3TooLittleReceived()',
  'error InsufficientToken()',
  'error InsufficientETH()',
  'error TransactionDeadlinePassed()',
  'error AllowanceExpired(uint256 deadline)',
  'error InsufficientAllowance(uint256 amount)',
  'error SignatureExpired(uint256 signatureDeadline)',
  'error InvalidNonce()',
  'error InvalidSigner()',
] as const
