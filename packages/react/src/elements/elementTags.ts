/** The custom elements' names: apart from what they take, since every page looks for them and few have one. */
export const elementTags = [
  'appkit-button',
  'appkit-connect-button',
  'appkit-account-button',
  'appkit-network-button',
  'appkit-wallet-button',
  'appkit-modal',
  // Their names of an earlier day.
  'w3m-button',
  'w3m-connect-button',
  'w3m-account-button',
  'w3m-network-button',
] as const

export type ElementTag = (typeof elementTags)[number]
