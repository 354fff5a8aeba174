/** The custom elements and the attributes each takes; an attribute is the same name in lower case. */
export const elementTable = {
  'appkit-button': [
    'label',
    'loadingLabel',
    'size',
    'balance',
    'disabled',
    'charsStart',
    'charsEnd',
    'namespace',
    'kit',
  ],
  'appkit-connect-button': ['label', 'loadingLabel', 'size', 'disabled', 'namespace', 'kit'],
  'appkit-account-button': ['size', 'balance', 'disabled', 'charsStart', 'charsEnd', 'namespace', 'kit'],
  'appkit-network-button': ['label', 'disabled', 'kit'],
  'appkit-modal': ['kit'],
} as const

export type ElementTag = keyof typeof elementTable
