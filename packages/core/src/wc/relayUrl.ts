import { signedToken, unsignedToken } from '@billfold/protocol/wc/relayToken'
import type { Signer } from './wcCrypto.ts'

type Identity = { signer: Signer; subject: string; now: number }

/** The URL to open, with a token signed for this connection. Keeps the operator's query. */
export async function signedRelayUrl(
  relayUrl: string,
  projectId: string,
  { signer, subject, now }: Identity,
): Promise<string> {
  const url = new URL(relayUrl)
  const about = { audience: relayUrl, subject, issuedAt: Math.floor(now / 1000) }
  const unsigned = unsignedToken(signer.publicKey, about)
  const signature = await signer.sign(new TextEncoder().encode(unsigned))
  url.searchParams.set('auth', signedToken(unsigned, signature))
  url.searchParams.set('projectId', projectId)
  url.searchParams.set('ua', 'wc-2/billfold-0.0.0/browser')
  url.searchParams.set('useOnCloseEvent', 'true')
  return url.href
}
