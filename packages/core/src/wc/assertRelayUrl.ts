import { KitError } from '@billfold/protocol/error'

/** Throws one sentence where an address cannot be a relay's. */
export function assertRelayUrl(relayUrl: string): void {
  const isSocket = URL.canParse(relayUrl) && ['ws:', 'wss:'].includes(new URL(relayUrl).protocol)
  if (!isSocket) throw new KitError('invalid_input', { message: 'relayUrl must be a ws:// or wss:// address' })
}
