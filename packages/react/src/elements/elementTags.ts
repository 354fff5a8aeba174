/**
 * The custom elements' names, as one selector: apart from what they take, since every page looks for them and few have one. Those that begin
 * with w3m are their names of an earlier day.
 */
export const elementTags =
  'appkit-button,appkit-connect-button,appkit-account-button,appkit-network-button,appkit-wallet-button,' +
  'appkit-onramp-widget,appkit-modal,w3m-button,w3m-connect-button,w3m-account-button,w3m-network-button,w3m-onramp-widget'
