/** The one way to wallets that are reached by a link or a code. */
export const walletConnectId = 'walletConnect'
