const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)`

type Expected = { origin: string; address: string; chainId: string }

/** A sign-in to the requesting page: its sentence, if it has one, and its end. */
export type OwnSignIn = { statement?: string; expires?: string }

/**
 * Reads a sign-in (EIP-4361, CAIP-122) of this account to the requesting page, on the active network; undefined for any other text. Resources
 * are not allowed, because they may grant more than a sign-in.
 */
export function readOwnSignIn(message: Uint8Array, { origin, address, chainId }: Expected): OwnSignIn | undefined {
  const { host } = new URL(origin)
  const isEvm = chainId.startsWith('eip155:')
  const pattern = [
    `^(?:${exact(origin.split('//')[0]!)}//)?${exact(host)} wants you to sign in with your ${isEvm ? 'Ethereum' : 'Solana'} account:`,
    exact(address),
    String.raw`(?:\n(?<statement>[^\n]{1,1000})\n)?${isEvm ? '(?:\n)?' : ''}`,
    String.raw`URI: ${exact(origin)}(?:/[^\s]{0,500})?`,
    'Version: 1',
    `Chain ID: ${exact(isEvm ? chainId.slice(7) : chainId)}`,
    'Nonce: [0-9a-zA-Z]{8,128}',
    `Issued At: ${time}(?:\nExpiration Time: (?<expires>${time}))?(?:\nNot Before: ${time})?(?:\nRequest ID: [\\w-]{0,100})?$`,
  ].join('\n')
  const { groups } = new RegExp(pattern, 'u').exec(new TextDecoder().decode(message)) ?? {}
  if (!groups) return undefined
  const { statement, expires } = groups
  return { ...(statement !== undefined && { statement }), ...(expires !== undefined && { expires }) }
}

/** Whether a text is such a sign-in with no sentence but our own: the person has not read a site's. */
export function isOwnSignIn(message: Uint8Array, expected: Expected): boolean {
  const signIn = readOwnSignIn(message, expected)
  const own = `Sign in to ${new URL(expected.origin).host}.`
  return signIn !== undefined && (signIn.statement === undefined || signIn.statement === own)
}

const exact = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
