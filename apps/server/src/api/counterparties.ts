import { mostCounterparties } from '@billfold/protocol/api/history'
import type { CaipAddress } from '@billfold/protocol/caip'
import { recipientsIn } from '@billfold/protocol/recipientsIn'
import { createMemo } from '../caches/createMemo.ts'
import type { ServerChain } from '../chains/serverChain.ts'
import { deadlineIn } from '../limits/deadlineIn.ts'
import { type HistorySource, type Trial, tryInOrder } from '../providers/source.ts'

type Counterparties = { data: string[]; isWhole: boolean }
type Deps = { sources: readonly HistorySource[]; trial: Omit<Trial, 'signal' | 'scope'>; now?: () => number }

const [keepMs, patienceMs] = [60_000, 15_000]
/** Of a source that only tells pages, so many are read, of so many transactions. */
const [mostPages, pageSize] = [20, 50]

/** Tells whom an account has itself paid: by a source that keeps that, else by going through its history, for a minute once. */
export function createCounterparties({ sources, trial, now = Date.now }: Deps) {
  const known = createMemo<Counterparties>({ ttlMs: keepMs, now })

  async function ofSource(source: HistorySource, chain: ServerChain, address: string, signal: AbortSignal) {
    if (source.paid) return source.paid({ chain, address, limit: mostCounterparties }, signal)
    const found = new Set<string>()
    let cursor: string | undefined
    for (let pages = 0; pages < mostPages; pages += 1) {
      const page = await source.history({ chain, address, cursor, limit: pageSize }, signal)
      if (!page) return pages === 0 ? undefined : { data: [...found], isWhole: false }
      for (const recipient of recipientsIn(page.data, `${chain.id}:${address}` as CaipAddress)) found.add(recipient)
      if (page.next === null) return { data: [...found], isWhole: true }
      cursor = page.next
    }
    return { data: [...found], isWhole: false }
  }

  return (chain: ServerChain, address: string): Promise<Counterparties> =>
    known(`${chain.id} ${address}`, async () => {
      // What many callers wait for is not given up because one of them hangs up.
      const signal = deadlineIn(patienceMs)
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
    })
}
