const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)`

type Expected = { origin: string; address: string; chainId: string }

/**
 * Whether a text is exactly a sign-in (EIP-4361, CAIP-122) of this account to the requesting page, on the active network. Resources are not
 * allowed, because they may grant more than a sign-in.
 */
export function isOwnSignIn(message: Uint8Array, { origin, address, chainId }: Expected): boolean {
  const { host } = new URL(origin)
  const isEvm = chainId.startsWith('eip155:')
  const exact = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  const pattern = [
    `^(?:${exact(origin.split('//')[0]!)}//)?${exact(host)} wants you to sign in with your ${isEvm ? 'Ethereum' : 'Solana'} account:`,
    exact(address),
    // Only our own sentence, if any: the person has not read a site's.
    String.raw`(?:\nSign in to ${exact(host)}\.\n)?${isEvm ? '(?:\n)?' : ''}`,
    String.raw`URI: ${exact(origin)}(?:/[^\s]{0,500})?`,
    'Version: 1',
    `Chain ID: ${exact(isEvm ? chainId.slice(7) : chainId)}`,
    'Nonce: [0-9a-zA-Z]{8,128}',
    `Issued At: ${time}(?:\nExpiration Time: ${time})?(?:\nNot Before: ${time})?(?:\nRequest ID: [\\w-]{0,100})?$`,
  ].join('\n')
  return new RegExp(pattern, 'u').test(new TextDecoder().decode(message))
}
