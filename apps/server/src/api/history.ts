import type { historyApi, Transaction } from '@billfold/protocol/api/history'
import type { Handlers } from '@billfold/protocol/contract'
import type * as z from 'zod/mini'
import type { Chains } from '../chains/createChains.ts'
import type { ServerChain } from '../chains/serverChain.ts'
import { unusedAccountOn } from '../chains/unusedAccountOn.ts'
import { badParameter } from '../http/badParameter.ts'
import { createReplyCache } from '../http/createReplyCache.ts'
import type { CallContext } from '../http/serveContract.ts'
import type { Onramp } from '../onramp/createOnramp.ts'
import { describePurchase } from '../onramp/describePurchase.ts'
import type { KnownProject } from '../projects/createProjectLookup.ts'
import { type HistorySource, tryInOrder } from '../providers/source.ts'
import type { Breaker } from '../rpc/createBreaker.ts'
import type { UpstreamMetrics } from '../rpc/upstreamMetrics.ts'
import type { TokenIcons } from '../tokens/tokenIcons.ts'
import { withOwnIcons } from '../tokens/withOwnIcons.ts'
import { createCounterparties } from './counterparties.ts'
import { type HistoryPosition, readCursor, writeCursor } from './historyCursor.ts'
import { mergePages } from './mergePages.ts'
import { chainsOf } from './requireChain.ts'
import { settle } from './settle.ts'
import { stockVersion, stockVersionOf } from './stockVersion.ts'

type HistoryDeps = {
  chains: Chains
  sources: readonly HistorySource[]
  icons: TokenIcons
  breaker: Breaker
  metrics?: UpstreamMetrics | undefined
  deadlineMs?: number
  /** Knows what was bought, if there is an on-ramp. */
  onramp?: Pick<Onramp, 'sentTo'> | undefined
}

const pageSize = 50

/** Returns an account's history, a page at a time. The next page comes from the same source. */
export function historyHandlers(deps: HistoryDeps): Handlers<typeof historyApi, CallContext> {
  const { chains, sources, icons, breaker, metrics, onramp, deadlineMs = 8_000 } = deps

  const sameReply = createReplyCache<z.infer<typeof historyApi.getHistory.output>>()

  async function purchases(address: string, chainId: string | undefined, project: KnownProject, signal: AbortSignal) {
    const [chain] = chainsOf(chains, chainId, address)
    const rows = onramp && chain ? await onramp.sentTo(project, address, chain.id, signal) : []
    return rows.filter(({ asset }) => chainId === undefined || asset.chainId === chainId).map(describePurchase)
  }

  async function readPage(
    chain: ServerChain,
    address: string,
    place: HistoryPosition | undefined,
    signal: AbortSignal,
  ) {
    const able = sources.filter(({ id, supports }) => (place ? place.source === id : supports(chain)))
    if (place && able.length === 0) throw staleCursor()
    const cursor = place?.cursor ?? undefined
    const answer = await tryInOrder(
      able,
      (source, stop) => source.history({ chain, address, cursor, limit: pageSize }, stop),
      {
        ...{ signal, deadlineMs, breaker, metrics, scope: chain.id },
        probe: (source, stop) =>
          source.probe?.(chain, stop) ??
          source.history({ chain, address: unusedAccountOn(chain), cursor: undefined, limit: 1 }, stop),
      },
    )
    if (place && !answer) throw staleCursor()
    return answer && { chainId: chain.id, source: answer.source, place, ...answer.value }
  }

  const counterparties = createCounterparties({ sources, trial: { deadlineMs, breaker, metrics } })

  return {
    getCounterparties: async ({ address, chainId }, { signal }) => {
      const [chain] = chainsOf(chains, chainId, address)
      return chain ? counterparties(chain, address, signal) : { data: [], isWhole: false }
    },

    getHistory: async ({ address, cursor, onramp: asksPurchases, chainId, sv }, { signal, baseUrl, project }) => {
      if (asksPurchases) return { data: await purchases(address, chainId, project, signal), next: null }
      const places = cursor === undefined ? undefined : readCursor(cursor)
      if (cursor !== undefined && !places) throw staleCursor()
      const accountChains = chainsOf(chains, chainId, address).filter(({ id }) => !places || places.has(id))
      if (places && accountChains.length === 0) throw staleCursor()
      const read = await settle(
        accountChains.map((chain) => readPage(chain, address, places?.get(chain.id), signal)),
        signal,
      )
      const pages = read.flatMap((page) => page ?? [])
      const side = firstSideOf(sv)
      return sameReply([pages[0]?.data, ...pages.slice(1).map(({ data }) => data), baseUrl, cursor, side], () => {
        const { data, next } = mergePages(pages)
        // The next page retries chains that were unavailable.
        for (const [chainId, place] of places ?? [])
          if (!pages.some((page) => page.chainId === chainId)) next.set(chainId, place)
        const named = [...new Set(pages.map(({ source }) => source))].join(',')
        return {
          data: data.map((transaction) => {
            const chain = accountChains.find(({ id }) => id === transaction.metadata.chain)
            return orderSides(withOwnIcons(transaction, icons, baseUrl, chain), side)
          }),
          next: next.size > 0 ? writeCursor(next) : null,
          ...(named && { source: named }),
        }
      })
    },
  }
}

const staleCursor = () => badParameter('cursor', 'This cursor leads nowhere: begin again without one.')

type Side = 'in' | 'out'

/**
 * The side of a trade that a client wants first, so that it reads "this for that". AppKit before 1.7.11 shows transfers
 * in order, later versions in reverse; a client without a version reads directions.
 */
function firstSideOf(sv: string | undefined): Side | undefined {
  const version = stockVersionOf(sv)
  if (version === undefined) return undefined
  return version >= stockVersion(7, 11) ? 'in' : 'out'
}

/** Puts one side of a trade first; leaves anything else unchanged. */
function orderSides(transaction: Transaction, first: Side | undefined): Transaction {
  if (first === undefined || transaction.metadata.operationType !== 'trade') return transaction
  const transfers = transaction.transfers.toSorted(
    (a, b) => Number(b.direction === first) - Number(a.direction === first),
  )
  return { ...transaction, transfers }
}
