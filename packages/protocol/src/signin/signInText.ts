import type { CaipNetworkId, Namespace } from '../caip.ts'

/** The text to sign for a sign-in: EIP-4361 on EVM chains, CAIP-122 elsewhere. Dates are RFC 3339. */
export type SignInText = {
  /** The claimed kind of account: `Ethereum` in "your Ethereum account". */
  label: string
  scheme?: string
  /** The host of the site, with its port. */
  domain: string
  address: string
  statement?: string
  uri: string
  version: '1'
  chainId: CaipNetworkId
  nonce: string
  issuedAt: string
  expirationTime?: string
  notBefore?: string
  requestId?: string
  resources?: readonly string[]
}

/** The longest message that a sign-in may have. */
export const maxSignInLength = 40_000

/** How each family's accounts are called in the first line. */
export const accountLabels: Readonly<Record<Namespace, string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
}

/** The label of a chain's accounts. */
const labelOf = (chainId: CaipNetworkId): string => accountLabels[chainId.split(':')[0] as Namespace]

/** The text to be signed, word for word as wallets, servers and other libraries make it. */
export function writeSignIn(text: Omit<SignInText, 'label'> & { label?: string }): string {
  const isSolana = text.chainId.startsWith('solana:')
  const statement = text.statement ? [text.statement, ''] : isSolana ? [] : ['']
  return [
    `${text.scheme ? `${text.scheme}://` : ''}${text.domain} wants you to sign in with your ${text.label ?? labelOf(text.chainId)} account:`,
    text.address,
    '',
    ...statement,
    `URI: ${text.uri}`,
    `Version: ${text.version}`,
    // EIP-4361 knows numbers; elsewhere only the whole name says which family's chain it is.
    `Chain ID: ${text.chainId.replace(/^eip155:/, '')}`,
    `Nonce: ${text.nonce}`,
    `Issued At: ${text.issuedAt}`,
    ...(text.expirationTime ? [`Expiration Time: ${text.expirationTime}`] : []),
    ...(text.notBefore ? [`Not Before: ${text.notBefore}`] : []),
    // Empty is not the same as absent.
    ...(text.requestId === undefined ? [] : [`Request ID: ${text.requestId}`]),
    ...(text.resources ? ['Resources:', ...text.resources.map((resource) => `- ${resource}`)] : []),
  ].join('\n')
}
