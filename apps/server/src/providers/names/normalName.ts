import { isPlainName } from '@billfold/protocol/isPlainName'
import { normalize } from 'viem/ens'

/**
 * Normalizes an ENS name; undefined if it is invalid. Loading the rules for all of Unicode blocks the server: plain
 * names skip them.
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
