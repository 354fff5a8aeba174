import { signedToken, unsignedToken } from '@billfold/protocol/wc/relayToken'
import type { RelayEntry } from '../model/relayEntry.ts'
import type { Clock } from '../ports/clock.ts'
import { relayUrls } from './relayUrls.ts'
import type { Signer } from './wcCrypto.ts'

type Client = { projectId: string; subject: string; clock: Clock; signer: () => Promise<Signer> }

/** A relay's name, which is its first address, and a URL for each connection, with a token of its own. */
export function relayAddresses(entry: RelayEntry, { projectId, subject, clock, signer }: Client) {
  const urls = relayUrls(entry.url)
  let at = 0
  const url = async (isAnother: boolean) => {
    if (isAnother) at = (at + 1) % urls.length
    const identity = { signer: await signer(), subject, now: clock.now() }
    return signedRelayUrl(urls[at] ?? urls[0], entry.projectId ?? projectId, identity)
  }
  return { name: urls[0], url }
}

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
