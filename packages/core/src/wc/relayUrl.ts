import { signRelayJwt } from '@billfold/protocol/wc/relayJwt'

type Identity = { seed: string; subject: string; now: number }

/** The address to open, with a token signed for this one connection. A query the operator gave stays. */
export function signedRelayUrl(relayUrl: string, projectId: string, { seed, subject, now }: Identity): string {
  const url = new URL(relayUrl)
  const issuedAt = Math.floor(now / 1000)
  url.searchParams.set('auth', signRelayJwt({ seed, audience: relayUrl, subject, issuedAt }))
  url.searchParams.set('projectId', projectId)
  url.searchParams.set('ua', 'wc-2/billfold-0.0.0/browser')
  return url.href
}
