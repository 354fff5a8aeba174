import type { swapApi } from '@billfold/protocol/api/swap'
import { parseCaipAddress } from '@billfold/protocol/caip'
import type { Handlers } from '@billfold/protocol/contract'
import { isTokenId, tokenId } from '@billfold/protocol/nativeCoin'
import { getAddress, type Hex } from 'viem'
import { readText, writeText } from '../caches/exactText.ts'
import { createMemoryTexts, type SharedTexts } from '../caches/sharedTexts.ts'
import type { Chains } from '../chains/createChains.ts'
import { lowerHex, sameHex } from '../chains/eip155/hex.ts'
import type { EvmAddress, ServerChain } from '../chains/serverChain.ts'
import { badParameter } from '../http/badParameter.ts'
import type { CallContext } from '../http/serveContract.ts'
import { currentVisitor } from '../limits/visitor.ts'
import type { GasPrices } from '../providers/quotes/createGasPrices.ts'
import type { QuoteAggregator } from '../providers/quotes/createQuoteAggregator.ts'
import type { SwapService } from '../providers/quotes/createSwapService.ts'
import { nativeCoin, type QuoteRequest, type SwapAsset } from '../providers/quotes/quoteSource.ts'
import type { RankedQuote } from '../providers/quotes/rankedQuote.ts'
import { tokenImageUrl } from '../tokens/tokenImageUrl.ts'
import { describeQuote } from './describeQuote.ts'
import { noQuoteError } from './noQuoteError.ts'
import { plainFirst } from './plainFirst.ts'
import { requireChain } from './requireChain.ts'

export type SwapDeps = {
  chains: Chains
  aggregator: QuoteAggregator
  swaps: SwapService
  gasPrices: GasPrices
  fee?: QuoteRequest['fee']
  now?: () => number
  /** Stores each caller's last quote. */
  texts?: SharedTexts
}
type Seen = { spender: EvmAddress | undefined; amount: bigint }

const defaultSlippageBps = 100
const rememberMs = 600_000

/**
 * Swaps for our client and for existing ones, which know neither quotes by name nor spenders: their last quote is
 * remembered.
 */
export function swapHandlers({
  chains,
  aggregator,
  swaps,
  gasPrices,
  fee,
  now = Date.now,
  texts = createMemoryTexts({ now }),
}: SwapDeps): Handlers<typeof swapApi, CallContext> {
  // The caller is part of the key: anyone may ask in an account's name, but must not choose what that account approves.
  const seenKey = (chain: ServerChain, user: string, token: SwapAsset) =>
    lowerHex(`seen ${currentVisitor()} ${chain.id} ${user} ${token}`)
  const lastSeen = async (chain: ServerChain, user: string, token: SwapAsset): Promise<Seen | undefined> => {
    const text = await texts.get(seenKey(chain, user, token))
    return text === undefined ? undefined : (readText(text) as Seen)
  }
  const remember = async (best: RankedQuote | undefined) => {
    if (!best) return
    const { chain, user, from, amount } = best.request
    await texts.set(seenKey(chain, user, from), writeText({ spender: best.quote.spender, amount }), now() + rememberMs)
  }
  const readSpender = (chain: ServerChain, spender: string | undefined) => {
    if (spender === undefined) return undefined
    const address = readUser('spender', spender)
    if (!swaps.isSpender(chain, address)) throw badParameter('spender', 'This contract is not an allowed spender.')
    return address
  }

  return {
    getSwapTokens: async ({ chainId }, { baseUrl, signal }) => {
      const chain = requireChain(chains, chainId)
      // Tokens without a route are not offered: an empty list tells clients that a network has no swaps.
      if (!swaps.serves(chain)) return { tokens: [] }
      const coin = { ...chain.nativeCurrency, address: undefined }
      const able = await swaps.permitTokens(chain, signal)
      return {
        tokens: [coin, ...chain.tokens].map(({ name, symbol, decimals, address }) => ({
          eip2612: able ? address !== undefined && able.has(address) : null,
          name,
          symbol,
          decimals,
          address: tokenId(chain.id, address),
          logoUri: tokenImageUrl(baseUrl, chain, { symbol, address }),
        })),
      }
    },

    getSwapQuotes: async ({ amount, userAddress, from, to, gasPrice, slippageBps, signs, wait }, { signal }) => {
      const { chain, asset } = readAsset(chains, 'from', from)
      const other = readAsset(chains, 'to', to)
      if (other.chain !== chain) throw badParameter('to', 'Both tokens must be on the same chain.')
      const user = readUser('userAddress', userAddress)
      if (BigInt(amount) === 0n) throw badParameter('amount', 'The amount must be more than nothing.')
      const request: QuoteRequest = {
        chain,
        from: asset,
        to: other.asset,
        amount: BigInt(amount),
        user,
        slippageBps: slippageBps ?? defaultSlippageBps,
        signsEip2612: signs === 'eip2612',
        fee,
      }
      const price = gasPrice ? BigInt(gasPrice) : (await gasPrices(chain)).standard
      const { quotes: ranked, silent, why } = await aggregator.collect(request, price, wait ?? 'all', signal)
      // Existing clients send neither their patience nor what they sign, and take the first.
      const quotes = wait === undefined && signs === undefined ? plainFirst(ranked) : ranked
      await remember(quotes[0])
      return {
        quotes: quotes.map((quote) => describeQuote(quote, from, to)),
        silent: silent.map(({ source: { id, name }, state, reason, why: own }) => ({
          id,
          name,
          state,
          ...(reason && { reason }),
          ...(state !== 'asked' && { why: own }),
        })),
        ...(why && { why }),
      }
    },

    getSwapAllowance: async ({ tokenAddress, userAddress, spender }, { signal }) => {
      const { chain, asset } = readAsset(chains, 'tokenAddress', tokenAddress)
      const user = readUser('userAddress', parseCaipAddress(userAddress).address)
      const taker =
        readSpender(chain, spender) ?? (await lastSeen(chain, user, asset))?.spender ?? chain.contracts.permit2
      if (asset !== nativeCoin && !taker) throw badParameter('tokenAddress', `No swaps on ${chain.name}.`)
      // A client that names a spender supports permits.
      const swapRequest = { chain, token: asset, owner: user, spender: taker ?? user, signs: spender !== undefined }
      return { allowance: String(await swaps.allowance(swapRequest, signal)) }
    },

    getGasPrice: async ({ chainId }) => {
      const { standard, fast, instant } = await gasPrices(requireChain(chains, chainId))
      return { standard: String(standard), fast: String(fast), instant: String(instant) }
    },

    buildSwapApproval: async ({ userAddress, from, to: wanted, amount, spender }, { signal }) => {
      const { chain, asset } = readAsset(chains, 'from', from)
      if (asset === nativeCoin) throw badParameter('from', 'The chain’s own coin needs no approval.')
      const user = readUser('userAddress', parseCaipAddress(userAddress).address)
      const known = await lastSeen(chain, user, asset)
      const most =
        amount === undefined
          ? (known?.amount ?? (await swaps.held({ chain, token: asset, owner: user }, signal)))
          : BigInt(amount)
      if (most === 0n) throw badParameter('amount', 'Ask for a quote first: an approval is for its exact amount.')
      const taker = readSpender(chain, spender) ?? known?.spender ?? (await quotedSpender())
      const [approved, { standard }] = await Promise.all([
        swaps.approval({ chain, token: asset, owner: user, spender: taker, amount: most }, signal),
        gasPrices(chain),
      ])
      // A client that names no spender sends one transaction and asks again: the first step is all it gets.
      const { reset, ...own } = approved
      const { to, data } = spender === undefined ? (reset ?? own) : own
      const place = `${chain.id}:${getAddress(to)}`
      return {
        // Existing clients send the approval to `from`; both fields name the target.
        tx: { from: place, to: place, data, value: '0', eip155: { gasPrice: String(standard) } },
        ...(reset &&
          spender !== undefined && { reset: { to: `${chain.id}:${getAddress(reset.to)}`, data: reset.data } }),
      }

      /** Quotes again if the original quote is not stored. */
      async function quotedSpender(): Promise<EvmAddress> {
        const other = readAsset(chains, 'to', wanted)
        if (other.chain !== chain) throw badParameter('to', 'Both tokens must be on the same chain.')
        const swapRequest = { chain, from: asset, to: other.asset, amount: most, user }
        const { quote } = await bestQuote(swapRequest, undefined, signal)
        if (!quote.spender) throw badParameter('from', 'This swap needs no approval.')
        return quote.spender
      }
    },

    buildSwapPermit: async ({ quoteId, userAddress }, { signal }) => {
      const quote = await requireQuote(aggregator, quoteId, parseCaipAddress(userAddress).address)
      return { permit: (await swaps.permit(quote, signal)) ?? null }
    },

    buildSwap: async ({ amount, from, to, userAddress, eip155, quoteId }, { signal }) => {
      const { chain, asset } = readAsset(chains, 'from', from)
      const other = readAsset(chains, 'to', to)
      if (other.chain !== chain) throw badParameter('to', 'Both tokens must be on the same chain.')
      const user = readUser('userAddress', parseCaipAddress(userAddress).address)
      const quote =
        quoteId === undefined
          ? await bestQuote(
              { chain, from: asset, to: other.asset, amount: BigInt(amount), user },
              eip155?.slippage,
              signal,
            )
          : await requireQuote(aggregator, quoteId, user)
      const { request } = quote
      if (
        request.chain !== chain ||
        request.from !== asset ||
        request.to !== other.asset ||
        String(request.amount) !== amount
      )
        throw badParameter('quoteId', 'This quote is for another swap.')
      const { built, gas, simulation } = await swaps.build(quote, eip155?.permit as Hex | undefined, signal)
      const changes = [...simulation.changes].map(([token, change]) => ({
        token: token === asset ? from : to,
        amount: String(change),
      }))
      return {
        tx: {
          from: `${chain.id}:${getAddress(user)}`,
          to: `${chain.id}:${getAddress(built.to)}`,
          data: built.data,
          amount: String(request.amount),
          value: String(built.value),
          eip155: { gas: String(gas), gasPrice: String(quote.gasPrice) },
        },
        quote: describeQuote(quote, from, to),
        simulation: { changes, gas: String(gas) },
      }
    },
  }

  /** For clients that name no quote: the best one with the spender that they approved. */
  async function bestQuote(
    swapRequest: Pick<QuoteRequest, 'chain' | 'from' | 'to' | 'amount' | 'user'>,
    slippage: number | undefined,
    signal: AbortSignal,
  ): Promise<RankedQuote> {
    const { chain, from, user } = swapRequest
    const slippageBps = slippage === undefined ? defaultSlippageBps : Math.round(slippage * 100)
    const request: QuoteRequest = { ...swapRequest, slippageBps, fee }
    const { standard } = await gasPrices(chain)
    const { quotes: ranked, why } = await aggregator.collect(request, standard, 'all', signal)
    const quotes = plainFirst(ranked)
    const spender = (await lastSeen(chain, user, from))?.spender
    const best = quotes.find(({ quote }) => from === nativeCoin || quote.spender === spender) ?? quotes[0]
    if (!best) throw noQuoteError(why)
    return best
  }
}

function readAsset(chains: Chains, field: string, id: string): { chain: ServerChain; asset: SwapAsset } {
  const { namespace, reference, address } = parseCaipAddress(id)
  if (namespace !== 'eip155') throw badParameter(field, 'Only tokens of EVM chains can be swapped.')
  const chain = requireChain(chains, `${namespace}:${reference}`)
  return { chain, asset: isTokenId(chain.id, id, undefined) ? nativeCoin : readUser(field, address) }
}

function readUser(field: string, address: string): EvmAddress {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw badParameter(field, 'This is not an address of an EVM chain.')
  return lowerHex(address as EvmAddress)
}

async function requireQuote(aggregator: QuoteAggregator, id: string, user: string): Promise<RankedQuote> {
  const quote = await aggregator.find(id)
  if (!quote || !sameHex(quote.request.user, user))
    throw badParameter('quoteId', 'This quote has expired: ask for a new one.')
  return quote
}
