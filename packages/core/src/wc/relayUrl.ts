import { KitError } from '@billfold/protocol/error'
import { signRelayJwt } from '@billfold/protocol/wc/relayJwt'

/** Throws one sentence where an address cannot be a relay's. */
export function assertRelayUrl(relayUrl: string): void {
  const isSocket = URL.canParse(relayUrl) && ['ws:', 'wss:'].includes(new URL(relayUrl).protocol)
  if (!isSocket) throw new KitError('invalid_input', { message: 'relayUrl must be a ws:// or wss:// address' })
}

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
