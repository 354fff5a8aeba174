import { randomUUID } from 'node:crypto'
import { KitError } from '@billfold/protocol/error'
import type { ServerChain } from '../../chains.ts'
import type { Breaker } from '../../rpc/createBreaker.ts'
import type { UpstreamMetrics } from '../../rpc/upstreamMetrics.ts'
import type { PriceBook } from '../createPriceBook.ts'
import { native } from '../source.ts'
import { quoteFault, type TrustedContracts } from './checkQuote.ts'
import { nativeCoin, type QuoteRequest, type QuoteSource, type SourceQuote, type SwapAsset } from './quoteSource.ts'

/** A quote that may be offered. */
export type DeskQuote = {
  id: string
  source: QuoteSource
  request: QuoteRequest
  quote: SourceQuote
  gasPrice: bigint
  gasUsd?: number | undefined
  /** What the user ends with, in units of the wanted token: output less gas, where prices are known. */
  netOut: bigint
  tookMs: number
}
/** A source that offers nothing here, and why. */
export type SilentSource = { source: QuoteSource; state: 'asked' | 'none' | 'failed' | 'refused'; reason?: string }
export type DeskAnswer = { quotes: readonly DeskQuote[]; silent: readonly SilentSource[] }

export type QuoteDesk = {
  /** `first`: as soon as one good quote is there; `all`: when everybody has answered or the time is up. Best first. */
  ask(request: QuoteRequest, gasPrice: bigint, wait: 'first' | 'all', signal: AbortSignal): Promise<DeskAnswer>
  /** A quote that was offered and still stands. */
  find(id: string): DeskQuote | undefined
  /** What was offered turned out to be a lie: it is not offered again. */
  withdraw(quote: DeskQuote, reason: string): void
}

type Options = {
  sources: readonly QuoteSource[]
  prices: PriceBook
  decimalsOf: (chain: ServerChain, asset: SwapAsset) => Promise<number | undefined>
  trusted: TrustedContracts
  breaker: Breaker
  metrics?: UpstreamMetrics | undefined
  onRefused?: (sourceId: string, chainId: string, reason: string) => void
  /** Somebody did not answer, or nothing that makes sense. */
  onFailed?: (sourceId: string, chainId: string, reason: string) => void
  deadlineMs?: number
  /** How long one round of answers serves everybody who asks the same. */
  keepMs?: number
  now?: () => number
}

type Round = {
  at: number
  quotes: DeskQuote[]
  silent: Map<QuoteSource, SilentSource>
  all: Promise<void>
  first: Promise<void>
}

const most = 5_000

/** Asks all sources at once, refuses what cannot be true, and ranks the rest by what the user ends with. */
export function createQuoteDesk(options: Options): QuoteDesk {
  const {
    sources,
    trusted,
    breaker,
    metrics,
    onRefused,
    onFailed,
    deadlineMs = 2_500,
    keepMs = 5_000,
    now = Date.now,
  } = options
  const rounds = new Map<string, Round>()
  const offered = new Map<string, DeskQuote>()
  const liars = new Map<string, number>()

  function begin(request: QuoteRequest, gasPrice: bigint): Round {
    const { chain } = request
    const able = sources.filter((source) => source.supports(chain) && (source.suits?.(request) ?? true))
    const worth = worthOf(options, request)
    const round: Round = {
      at: now(),
      quotes: [],
      silent: new Map(able.map((source) => [source, { source, state: 'asked' }])),
      all: Promise.resolve(),
      first: Promise.resolve(),
    }
    let told = () => {}
    round.first = new Promise((done) => {
      told = done
    })
    round.all = Promise.all(
      able.map(async (source) => {
        const outcome = await askOne(source, request, gasPrice, worth)
        if ('id' in outcome) {
          round.silent.delete(source)
          round.quotes.push(outcome)
          offered.set(outcome.id, outcome)
          told()
        } else round.silent.set(source, outcome)
      }),
    ).then(() => told())
    trim(rounds, most)
    trim(offered, most)
    return round
  }

  async function askOne(
    source: QuoteSource,
    request: QuoteRequest,
    gasPrice: bigint,
    worth: Promise<Worth>,
  ): Promise<DeskQuote | SilentSource> {
    const { chain } = request
    const key = `${source.id} ${chain.id}`
    if (!breaker.allows(key)) return { source, state: 'failed', reason: 'resting after failures' }
    const done = metrics?.begin(source.id, chain.id)
    const [began, deadline] = [now(), AbortSignal.timeout(deadlineMs)]
    try {
      const quote = await orTimeout(source.quote(request, deadline), deadline)
      breaker.succeeded(key)
      done?.('ok')
      if (!quote) return { source, state: 'none' }
      const { fair, gasCost } = await worth
      const fault =
        quoteFault(request, quote, trusted(chain, source.id), now(), fair) ??
        ((liars.get(key) ?? 0) > now() ? 'a source that lied a moment ago' : undefined)
      if (fault) return refuse(source, chain, fault)
      const cost = gasCost(quote.gas * gasPrice)
      return {
        id: randomUUID(),
        source,
        request,
        quote: { ...quote, priceImpactBps: quote.priceImpactBps ?? impactOf(request, quote, fair) },
        gasPrice,
        ...(cost && { gasUsd: cost.usd }),
        netOut: quote.amountOut - (cost?.units ?? 0n),
        tookMs: now() - began,
      }
    } catch (e) {
      breaker.failed(key)
      const { code } = KitError.from(e)
      done?.(deadline.aborted ? 'timeout' : code === 'too_many_requests' ? 'busy' : 'failed')
      const reason = deadline.aborted ? 'too slow' : code
      onFailed?.(source.id, chain.id, reason)
      return { source, state: 'failed', reason }
    }
  }

  function refuse(source: QuoteSource, chain: ServerChain, reason: string): SilentSource {
    onRefused?.(source.id, chain.id, reason)
    return { source, state: 'refused', reason }
  }

  return {
    async ask(request, gasPrice, wait, signal) {
      const key = keyOf(request, gasPrice)
      let round = rounds.get(key)
      if (!round || now() - round.at > keepMs) {
        round = begin(request, gasPrice)
        rounds.set(key, round)
      }
      await orTimeout(wait === 'first' ? round.first : round.all, signal)
      const quotes = round.quotes
        .filter(({ id, quote }) => offered.has(id) && quote.expiresAt > now())
        .sort((a, b) => (b.netOut > a.netOut ? 1 : b.netOut < a.netOut ? -1 : a.tookMs - b.tookMs))
      return { quotes, silent: [...round.silent.values()] }
    },
    find(id) {
      const found = offered.get(id)
      return found && found.quote.expiresAt > now() ? found : undefined
    },
    withdraw(quote, reason) {
      offered.delete(quote.id)
      // Long enough that the next rounds do without it, short enough for a moved pool to be forgiven.
      liars.set(`${quote.source.id} ${quote.request.chain.id}`, now() + 30_000)
      onRefused?.(quote.source.id, quote.request.chain.id, reason)
    },
  }
}

type Worth = {
  fair: bigint | undefined
  /** What an amount of the chain's own coin is in dollars and in units of the wanted token. */
  gasCost: (wei: bigint) => { usd: number; units: bigint } | undefined
}

/** What the market says about both sides; without prices nothing is compared. */
async function worthOf({ prices, decimalsOf }: Options, request: QuoteRequest): Promise<Worth> {
  const { chain, from, to, amount } = request
  const nothing: Worth = { fair: undefined, gasCost: () => undefined }
  try {
    const keys = [keyOfAsset(from), keyOfAsset(to), native]
    const [book, fromDecimals, toDecimals] = await Promise.all([
      prices(chain, [...new Set(keys)]),
      decimalsOf(chain, from),
      decimalsOf(chain, to),
    ])
    const [fromUsd, toUsd, coinUsd] = keys.map((key) => book.get(key)?.usd)
    if (!toUsd || fromDecimals === undefined || toDecimals === undefined) return nothing
    // Ratios of prices carry twelve digits; amounts stay whole numbers.
    const scaled = (ratio: number) => BigInt(Math.round(ratio * 1e12))
    const convert = (units: bigint, usd: number, decimals: number) =>
      (units * scaled(usd / toUsd) * 10n ** BigInt(toDecimals)) / 10n ** BigInt(12 + decimals)
    return {
      fair: fromUsd ? convert(amount, fromUsd, fromDecimals) : undefined,
      gasCost: (wei) => {
        if (!coinUsd) return undefined
        const { decimals } = chain.nativeCurrency
        const usd = Number((wei * scaled(coinUsd)) / 10n ** BigInt(decimals)) / 1e12
        return { usd, units: convert(wei, coinUsd, decimals) }
      },
    }
  } catch {
    // No prices now: quotes are compared by what they give.
    return nothing
  }
}

/** How far below the market a source is that does not say so itself: what is taken on the way is itemised, and no impact. */
function impactOf({ to }: QuoteRequest, { amountOut, fees }: SourceQuote, fair: bigint | undefined) {
  if (!fair) return undefined
  const given = fees.reduce((sum, { token, amount }) => (token === to ? sum + amount : sum), amountOut)
  return given < fair ? Number(((fair - given) * 20_000n + fair) / (2n * fair)) : 0
}

const keyOfAsset = (asset: SwapAsset) => (asset === nativeCoin ? native : asset.toLowerCase())

const keyOf = (request: QuoteRequest, gasPrice: bigint) => {
  const { chain, from, to, amount, user, slippageBps, fee, signsEip2612 = false } = request
  return [chain.id, from, to, amount, user, slippageBps, fee?.bps ?? 0, signsEip2612, gasPrice].join(' ').toLowerCase()
}

function trim(map: Map<string, unknown>, size: number): void {
  while (map.size > size) map.delete(map.keys().next().value!)
}

function orTimeout<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new KitError('timeout'))
    if (signal.aborted) return stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
