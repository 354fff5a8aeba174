import { KitError } from '@billfold/protocol/error'
import type { AskChain } from '../chain.ts'

/** What a server takes in one question. */
const atOnce = 40

/**
 * Which of these coins (`txid:index`) an index of inscriptions says carry nothing. None where there is no index, or it does not respond: a
 * coin that is not among them may be worth more than its value.
 */
export async function plainCoins(ids: readonly string[], ask: AskChain): Promise<ReadonlySet<string>> {
  const plain = new Set<string>()
  for (let at = 0; at < ids.length; at += atOnce) {
    const asked = ids.slice(at, at + atOnce)
    try {
      const told = (await ask({ path: `/inscribed/${asked.join(',')}` })) as Record<string, unknown> | null
      if (typeof told === 'object' && told !== null)
        for (const id of asked) if (Object.hasOwn(told, id) && told[id] === false) plain.add(id)
    } catch (e) {
      if (KitError.from(e).code === 'aborted') throw e
      return new Set() // nothing is known of any where not all could be asked for
    }
  }
  return plain
}
