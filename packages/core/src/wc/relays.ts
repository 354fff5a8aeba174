import type { RelayEntry } from '../model/relayEntry.ts'
import type { RelayUrl } from '../model/relayUrl.ts'
import { relayUrls } from './relayUrls.ts'

type Given = { relayUrl?: RelayUrl | undefined; relays?: readonly RelayEntry[] | undefined }

/** All relays of a site, those of `relays` after the one of `relayUrl`; throws one sentence if an address cannot be a relay's. */
export function relaysOf({ relayUrl, relays = [] }: Given): readonly RelayEntry[] {
  if (relayUrl !== undefined) relayUrls(relayUrl)
  for (const entry of relays) relayUrls(entry?.url, 'The url of each of relays')
  return [...(relayUrl === undefined ? [] : [{ url: relayUrl }]), ...relays]
}
