/** Loads the code that is needed between a wallet's request and the end of what the wallet sends. */
export const loadTracking = (): Promise<unknown> =>
  Promise.all([import('../transactions/transactionTracking.ts'), import('./movedTokens.ts')])
