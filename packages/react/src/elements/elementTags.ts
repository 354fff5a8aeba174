/**
 * The custom elements' names, as one selector: separate from their attributes, since every page looks for them and few
 * have one. The names with w3m are their older ones.
 */
export const elementTags =
  'appkit-button,appkit-connect-button,appkit-account-button,appkit-network-button,appkit-wallet-button,' +
  'appkit-onramp-widget,appkit-modal,w3m-button,w3m-connect-button,w3m-account-button,w3m-network-button,w3m-onramp-widget'
