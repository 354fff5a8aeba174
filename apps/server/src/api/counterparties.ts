import { maxCounterparties } from '@billfold/protocol/api/history'
import type { CaipAddress } from '@billfold/protocol/caip'
import { recipientsIn } from '@billfold/protocol/recipientsIn'
import { createMemo } from '../caches/createMemo.ts'
import type { ServerChain } from '../chains/serverChain.ts'
import { deadlineIn } from '../limits/deadlineIn.ts'
import { RateLimitError } from '../limits/rateLimitError.ts'
import { type HistorySource, type Trial, tryInOrder } from '../providers/source.ts'

type Counterparties = { data: string[]; isWhole: boolean }
type Deps = { sources: readonly HistorySource[]; trial: Omit<Trial, 'signal' | 'scope'>; now?: () => number }

const [keepMs, patienceMs] = [60_000, 15_000]
/** Limits for a source that only has pages. */
const [maxPages, pageSize] = [20, 50]

/**
 * Finds the addresses that an account has itself paid: from a source that tracks them, live, otherwise by reading its
 * history, once a minute.
 */
export function createCounterparties({ sources, trial, now = Date.now }: Deps) {
  const known = createMemo<Counterparties | undefined>({ ttlMs: keepMs, now })

  async function walk(source: HistorySource, chain: ServerChain, address: string, signal: AbortSignal) {
    const recipients = new Set<string>()
    let cursor: string | undefined
    for (let pages = 0; pages < maxPages; pages += 1) {
      const page = await source.history({ chain, address, cursor, limit: pageSize }, signal).catch((e: unknown) => {
        // The caller's quota is used up: return what was read so far.
        if (pages > 0 && e instanceof RateLimitError) return undefined
        throw e
      })
      if (!page) return pages === 0 ? undefined : { data: [...recipients], isWhole: false }
      for (const recipient of recipientsIn(page.data, `${chain.id}:${address}` as CaipAddress))
        recipients.add(recipient)
      if (page.next === null) return { data: [...recipients], isWhole: true }
      cursor = page.next
    }
    return { data: [...recipients], isWhole: false }
  }

  const ofSource = (source: HistorySource, chain: ServerChain, address: string, signal: AbortSignal) =>
    source.paid
      ? source.paid({ chain, address, limit: maxCounterparties }, signal)
      : // Shared by several callers, so no caller's signal applies.
        known(`${source.id} ${chain.id} ${address}`, () => walk(source, chain, address, deadlineIn(patienceMs)))

  return async (chain: ServerChain, address: string, signal: AbortSignal): Promise<Counterparties> => {
    const able = sources.filter(({ supports }) => supports(chain))
    const answer = await tryInOrder(able, (source, stop) => ofSource(source, chain, address, stop), {
      ...trial,
      deadlineMs: patienceMs,
      signal,
      scope: chain.id,
      // The caller's choice of account decides how long it takes.
      isShaped: true,
    })
    return answer?.value ?? { data: [], isWhole: false }
  }
}
