import { normalize } from 'viem/ens'

/** Small letters, digits and hyphens, none of those third and fourth: such a name is its own normal form (ENSIP-15). */
const plain = /^(?:(?!..--)[a-z0-9-]+\.)+(?!..--)[a-z0-9-]+$/

/**
 * A name as ENS writes names, or nothing where it is none. The rules for all of Unicode take a third of a second to unpack, in
 * which the server answers nobody, so that the names which need none of them do not ask for them.
 */
export function normalName(name: string): string | undefined {
  if (name.length > 255 || !name.includes('.')) return undefined
  if (plain.test(name)) return name
  try {
    return normalize(name)
  } catch {
    return undefined // not a name at all
  }
}
