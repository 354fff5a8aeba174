const button = [
  'label',
  'loadingLabel',
  'size',
  'balance',
  'disabled',
  'charsStart',
  'charsEnd',
  'namespace',
  'kit',
] as const
const connect = ['label', 'loadingLabel', 'size', 'disabled', 'namespace', 'kit'] as const
const account = ['size', 'balance', 'disabled', 'charsStart', 'charsEnd', 'namespace', 'kit'] as const
const network = ['label', 'disabled', 'kit'] as const

/** The attributes each custom element takes; an attribute is the same name in lower case. */
export const elementTable = {
  'appkit-button': button,
  'appkit-connect-button': connect,
  'appkit-account-button': account,
  'appkit-network-button': network,
  'appkit-wallet-button': ['wallet', 'label', 'size', 'disabled', 'namespace', 'kit'],
  'appkit-onramp-widget': ['disabled', 'kit'],
  'appkit-modal': ['kit'],
  'w3m-button': button,
  'w3m-connect-button': connect,
  'w3m-account-button': account,
  'w3m-network-button': network,
  'w3m-onramp-widget': ['disabled', 'kit'],
} as const

export type ElementTag = keyof typeof elementTable
