/**
 * Errors of Uniswap's router and Permit2, as their contracts declare them: the server reads them from simulations, the
 * client from reverts.
 */
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
