import { setTimeout as sleep } from 'node:timers/promises'
import { readText, writeText } from '../../caches/exactText.ts'
import type { SharedTexts } from '../../caches/sharedTexts.ts'
import { lowerHex } from '../../chains/eip155/hex.ts'
import type { QuoteRequest, QuoteSource } from './quoteSource.ts'
import type { RankedQuote } from './rankedQuote.ts'
import type { UnavailableSource } from './unavailableSource.ts'

/** The outcome of requesting a quote from a source. */
export type Outcome = RankedQuote | UnavailableSource

type Options = {
  texts: SharedTexts
  /** How long what was found serves everyone who asks the same. */
  keepMs: number
  /** After this the others stop waiting for the server that asks. */
  patienceMs: number
  now: () => number
}

/** Between two looks at whether another server has an answer. */
const lookMs = 50

/**
 * Queries a source once for all servers with the same concurrent request. Failures are not shared: a failure may be
 * this server's own, so the next one tries for itself.
 */
export function shareOutcomes({ texts, keepMs, patienceMs, now }: Options) {
  const keyFor = (source: QuoteSource, request: QuoteRequest) => `asked ${source.id} ${lowerHex(keyOf(request))}`

  async function once(source: QuoteSource, request: QuoteRequest, ask: () => Promise<Outcome>): Promise<Outcome> {
    const key = keyFor(source, request)
    for (;;) {
      const claimed = await texts.claim(key, now() + patienceMs)
      if (claimed === 'ours') break
      if (claimed !== 'taken') return read(claimed, source, request)
      await sleep(lookMs)
    }
    try {
      const outcome = await ask()
      if ('state' in outcome && outcome.state === 'failed') await texts.delete(key)
      else await texts.set(key, write(outcome), now() + keepMs)
      return outcome
    } catch (e) {
      await texts.delete(key)
      throw e
    }
  }

  return { once, forget: (source: QuoteSource, request: QuoteRequest) => texts.delete(keyFor(source, request)) }
}

/** All that decides about an answer; what gas costs now each server reckons itself. */
const keyOf = ({ chain, from, to, amount, user, slippageBps, fee, signsEip2612 = false }: QuoteRequest) =>
  [chain.id, from, to, amount, user, slippageBps, fee?.bps ?? 0, fee?.recipient ?? '', signsEip2612].join(' ')

// Both ends know the source and the request.
const write = ({ source: _, ...outcome }: Outcome): string => writeText({ ...outcome, request: undefined })
const read = (text: string, source: QuoteSource, request: QuoteRequest): Outcome => {
  const outcome = readText(text) as Omit<RankedQuote, 'source' | 'request'> | Omit<UnavailableSource, 'source'>
  return 'id' in outcome ? { ...outcome, source, request } : { ...outcome, source }
}
