import { KitError } from '@billfold/protocol/error'
import type { RelayUrl } from '../model/relayUrl.ts'

/** The URLs as a list; throws one sentence if one is invalid. */
export function relayUrls(given: RelayUrl, name = 'relayUrl'): readonly [string, ...string[]] {
  const [first, ...others] = [given].flat()
  const isSocket = (url: string) => URL.canParse(url) && ['ws:', 'wss:'].includes(new URL(url).protocol)
  if (first === undefined || ![first, ...others].every(isSocket))
    throw new KitError('invalid_input', { message: `${name} must be a ws:// or wss:// URL, or a list of them` })
  return [first, ...others]
}
