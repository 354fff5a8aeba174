import { KitError } from '@billfold/protocol/error'
import type { QueryChain } from '../chainQuery.ts'

/** The server's limit per request. */
const atOnce = 40

/**
 * The coins (`txid:index`) that an inscription index reports as plain. Empty without an index or a response: all others
 * may be worth more than their value.
 */
export async function plainCoins(ids: readonly string[], ask: QueryChain): Promise<ReadonlySet<string>> {
  const plain = new Set<string>()
  for (let at = 0; at < ids.length; at += atOnce) {
    const batch = ids.slice(at, at + atOnce)
    try {
      const index = (await ask({ path: `/inscribed/${batch.join(',')}` })) as Record<string, unknown> | null
      if (typeof index === 'object' && index !== null)
        for (const id of batch) if (Object.hasOwn(index, id) && index[id] === false) plain.add(id)
    } catch (e) {
      if (KitError.from(e).code === 'aborted') throw e
      return new Set() // trust none if the query is incomplete
    }
  }
  return plain
}
