/** English for the buttons on the site's page: apart from the rest, so that a page shows its button before it has read more. */
export const enButton = {
  connect: 'Connect Wallet',
  connecting: 'Connecting...',
  wrongNetwork: 'Wrong network',
  wrongNetworkHint: 'Your wallet is on a network this site does not use. Choose another',
  account: 'Your account',
  selectNetwork: 'Select Network',
  couldNotOpen: 'Could not open. Try again',
}
export type ButtonMessages = typeof enButton
