import { KitError } from '@billfold/protocol/error'

/** One relay's address, or several of the same relay in the order they are tried. */
export type RelayUrl = string | readonly string[]

/** The addresses one by one; throws one sentence if one of them cannot be a relay's. */
export function relayUrls(given: RelayUrl, name = 'relayUrl'): readonly [string, ...string[]] {
  const [first, ...others] = [given].flat()
  const isSocket = (url: string) => URL.canParse(url) && ['ws:', 'wss:'].includes(new URL(url).protocol)
  if (first === undefined || ![first, ...others].every(isSocket))
    throw new KitError('invalid_input', { message: `${name} must be a ws:// or wss:// address, or a list of them` })
  return [first, ...others]
}
