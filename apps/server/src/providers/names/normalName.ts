import { isPlainName } from '@billfold/protocol/isPlainName'
import { normalize } from 'viem/ens'

/**
 * A name as ENS writes names, or nothing where it is none. While the rules for all of Unicode are unpacked the server answers
 * no one: the names which need none of them do not ask for them.
 */
export function normalName(name: string): string | undefined {
  if (name.length > 255 || !name.includes('.')) return undefined
  if (isPlainName(name)) return name
  try {
    return normalize(name)
  } catch {
    return undefined // not a name at all
  }
}
