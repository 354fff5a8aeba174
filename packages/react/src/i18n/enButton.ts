/** English for the buttons on the site's page: apart from the rest, so that a page shows its button before it has read more. */
export const enButton = {
  connect: 'Connect Wallet',
  connecting: 'Connecting...',
  wrongNetwork: 'Wrong network',
  wrongNetworkHint: 'This site doesn’t support your wallet’s network. Choose another',
  account: 'Your account',
  selectNetwork: 'Select Network',
  couldNotOpen: 'Couldn’t open. Try again',
}
export type ButtonMessages = typeof enButton
