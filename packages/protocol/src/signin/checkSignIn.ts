import type { CaipNetworkId } from '../caip.ts'
import { sameAddress } from '../sameAddress.ts'
import { RefusedSignIn } from './refusedSignIn.ts'
import type { SignInText } from './signInText.ts'

export type ExpectedSignIn = {
  /** The host of the site that asks, with its port. */
  domain: string
  nonce: string
  /** The chains that may be signed in on. */
  chainIds: readonly CaipNetworkId[]
  /** The expected account, if it is known in advance. */
  address?: string | undefined
  now: number
  /** How far two clocks may differ. */
  skewMs?: number
}

/**
 * Rejects, by name, a sign-in that was made for another site, chain, account or time. Does not verify the signature.
 */
export function checkSignIn(text: SignInText, expected: ExpectedSignIn): void {
  const { now, skewMs = 60_000 } = expected
  if (text.domain.toLowerCase() !== expected.domain.toLowerCase())
    throw new RefusedSignIn('domain', 'it is for another site')
  const uri = httpOf(text.uri)
  if (uri?.host !== expected.domain.toLowerCase() || (text.scheme && uri.protocol !== `${text.scheme}:`))
    throw new RefusedSignIn('uri', 'its URI is on another site')
  if (!expected.chainIds.includes(text.chainId)) throw new RefusedSignIn('chain', 'it is for another chain')
  if (expected.address !== undefined && !sameAddress(text.chainId, text.address, expected.address))
    throw new RefusedSignIn('address', 'it is for another account')
  if (text.nonce !== expected.nonce) throw new RefusedSignIn('nonce', 'its nonce is not the issued one')
  if (Date.parse(text.issuedAt) > now + skewMs) throw new RefusedSignIn('issued', 'it was issued in the future')
  if (text.notBefore && Date.parse(text.notBefore) > now + skewMs)
    throw new RefusedSignIn('not_yet', 'it is not valid yet')
  if (text.expirationTime && Date.parse(text.expirationTime) <= now - skewMs)
    throw new RefusedSignIn('expired', 'it has expired')
}

function httpOf(uri: string): URL | undefined {
  const url = URL.canParse(uri) ? new URL(uri) : undefined
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}
