import { readText, writeText } from '../../caches/exactText.ts'
import type { SharedTexts } from '../../caches/sharedTexts.ts'
import type { ServerChain } from '../../chains/serverChain.ts'
import type { QuoteSource } from './quoteSource.ts'
import type { RankedQuote } from './rankedQuote.ts'

type Options = {
  texts: SharedTexts
  sources: readonly QuoteSource[]
  /** Absent where only this process reads what it wrote. */
  chainOf?: ((id: string) => ServerChain | undefined) | undefined
  now: () => number
}
type Written = Omit<RankedQuote, 'source'> & { source: string; request: { chain: string } }

const keyOf = (id: string) => `quote ${id}`

/** The offered quotes that are still valid, readable to every server that has the same sources and chains. */
export function createOfferBook({ texts, sources, chainOf, now }: Options) {
  const chains = new Map<string, ServerChain>()
  return {
    async write(offer: RankedQuote): Promise<void> {
      const { chain } = offer.request
      if (!chainOf) chains.set(chain.id, chain)
      const written = { ...offer, source: offer.source.id, request: { ...offer.request, chain: chain.id } }
      await texts.set(keyOf(offer.id), writeText(written), offer.quote.expiresAt)
    },

    async find(id: string): Promise<RankedQuote | undefined> {
      const text = await texts.get(keyOf(id))
      if (text === undefined) return undefined
      // Our own words: no one else writes into the table.
      const written = readText(text) as Written
      const source = sources.find((one) => one.id === written.source)
      const chain = chainOf ? chainOf(written.request.chain) : chains.get(written.request.chain)
      if (!source || !chain || written.quote.expiresAt <= now()) return undefined
      return { ...written, source, request: { ...written.request, chain } }
    },

    strike: (id: string): Promise<void> => texts.delete(keyOf(id)),
  }
}
