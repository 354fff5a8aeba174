import { getAddress } from 'viem'
import type { Hex } from '../../indexer/indexRows.ts'

/** Writes addresses with their checksums, each only once: a page names the same few again and again. */
export function createChecksums(): (address: Hex) => Hex {
  const written = new Map<Hex, Hex>()
  return (address) => {
    const known = written.get(address)
    if (known) return known
    const made = getAddress(address)
    written.set(address, made)
    return made
  }
}
