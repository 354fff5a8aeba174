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
/** Of a source that only tells pages, so many are read, of so many transactions. */
const [mostPages, pageSize] = [20, 50]

/** Tells which addresses an account has itself paid: by a source that keeps that, as of now, else by going through its history, once a minute. */
export function createCounterparties({ sources, trial, now = Date.now }: Deps) {
  const known = createMemo<Counterparties | undefined>({ ttlMs: keepMs, now })

  async function walk(source: HistorySource, chain: ServerChain, address: string, signal: AbortSignal) {
    const found = new Set<string>()
    let cursor: string | undefined
    for (let pages = 0; pages < mostPages; pages += 1) {
      const page = await source.history({ chain, address, cursor, limit: pageSize }, signal).catch((e: unknown) => {
        // As far as the caller's quota goes: what was read so far is worth telling.
        if (pages > 0 && e instanceof RateLimitError) return undefined
        throw e
      })
      if (!page) return pages === 0 ? undefined : { data: [...found], isWhole: false }
      for (const recipient of recipientsIn(page.data, `${chain.id}:${address}` as CaipAddress)) found.add(recipient)
      if (page.next === null) return { data: [...found], isWhole: true }
      cursor = page.next
    }
    return { data: [...found], isWhole: false }
  }

  const ofSource = (source: HistorySource, chain: ServerChain, address: string, signal: AbortSignal) =>
    source.paid
      ? source.paid({ chain, address, limit: maxCounterparties }, signal)
      : // What many callers wait for is not given up because one of them hangs up.
        known(`${source.id} ${chain.id} ${address}`, () => walk(source, chain, address, deadlineIn(patienceMs)))

  return async (chain: ServerChain, address: string, signal: AbortSignal): Promise<Counterparties> => {
    const able = sources.filter(({ supports }) => supports(chain))
    const answer = await tryInOrder(able, (source, stop) => ofSource(source, chain, address, stop), {
      ...trial,
      deadlineMs: patienceMs,
      signal,
      scope: chain.id,
      // How long it takes is up to what the caller asks about.
      isShaped: true,
    })
    return answer?.value ?? { data: [], isWhole: false }
  }
}
