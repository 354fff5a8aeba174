import { parseCaipAddress } from '@billfold/protocol/caip'
import { tokenId } from '@billfold/protocol/nativeCoin'
import { getAddress, type Hex } from 'viem'
import { createMemoryTexts, type SharedTexts } from '../caches/sharedTexts.ts'
import type { EvmAddress, ServerChain } from '../chains/serverChain.ts'
import { badParameter } from '../http/badParameter.ts'
import type { SwapService } from '../providers/quotes/createSwapService.ts'
import { nativeCoin } from '../providers/quotes/quoteSource.ts'
import { tokenImageUrl } from '../tokens/tokenImageUrl.ts'
import { describeQuote } from './describeQuote.ts'
import { readAsset, readPair, readUser } from './readAsset.ts'
import { requireChain } from './requireChain.ts'
import {
  bestQuote,
  createSeenQuotes,
  listQuotes,
  requireQuote,
  type SwapContext,
  type SwapHandlers,
} from './swapQuotes.ts'

type SwapDeps = Omit<SwapContext, 'seen'> & {
  now?: () => number
  /** Stores each caller's last quote. */
  texts?: SharedTexts
}

/**
 * Swaps for our client and for existing ones, which know neither quotes by name nor spenders: their last quote is
 * remembered.
 */
export function swapHandlers({ now = Date.now, texts = createMemoryTexts({ now }), ...deps }: SwapDeps): SwapHandlers {
  const context: SwapContext = { ...deps, seen: createSeenQuotes(texts, now) }
  return {
    getSwapTokens: listTokens(context),
    getSwapQuotes: listQuotes(context),
    getSwapAllowance: readAllowance(context),
    getGasPrice: readGasPrice(context),
    buildSwapApproval: buildApproval(context),
    buildSwapPermit: buildPermit(context),
    buildSwap: buildTransaction(context),
  }
}

const listTokens =
  ({ chains, swaps }: SwapContext): SwapHandlers['getSwapTokens'] =>
  async ({ chainId }, { baseUrl, signal }) => {
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
  }

const readAllowance =
  ({ chains, swaps, seen }: SwapContext): SwapHandlers['getSwapAllowance'] =>
  async ({ tokenAddress, userAddress, spender }, { signal }) => {
    const { chain, asset } = readAsset(chains, 'tokenAddress', tokenAddress)
    const user = readUser('userAddress', parseCaipAddress(userAddress).address)
    const taker =
      readSpender(swaps, chain, spender) ?? (await seen.last(chain, user, asset))?.spender ?? chain.contracts.permit2
    if (asset !== nativeCoin && !taker) throw badParameter('tokenAddress', `No swaps on ${chain.name}.`)
    // A client that names a spender supports permits.
    const swapRequest = { chain, token: asset, owner: user, spender: taker ?? user, signs: spender !== undefined }
    return { allowance: String(await swaps.allowance(swapRequest, signal)) }
  }

const readGasPrice =
  ({ chains, gasPrices }: SwapContext): SwapHandlers['getGasPrice'] =>
  async ({ chainId }) => {
    const { standard, fast, instant } = await gasPrices(requireChain(chains, chainId))
    return { standard: String(standard), fast: String(fast), instant: String(instant) }
  }

const buildApproval =
  (context: SwapContext): SwapHandlers['buildSwapApproval'] =>
  async ({ userAddress, from, to: wanted, amount, spender }, { signal }) => {
    const { chains, swaps, gasPrices, seen } = context
    const { chain, asset } = readAsset(chains, 'from', from)
    if (asset === nativeCoin) throw badParameter('from', 'The chain’s own coin needs no approval.')
    const user = readUser('userAddress', parseCaipAddress(userAddress).address)
    const known = await seen.last(chain, user, asset)
    const most =
      amount === undefined
        ? (known?.amount ?? (await swaps.held({ chain, token: asset, owner: user }, signal)))
        : BigInt(amount)
    if (most === 0n) throw badParameter('amount', 'Ask for a quote first: an approval is for its exact amount.')
    const taker = readSpender(swaps, chain, spender) ?? known?.spender ?? (await quotedSpender())
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
      ...(reset && spender !== undefined && { reset: { to: `${chain.id}:${getAddress(reset.to)}`, data: reset.data } }),
    }

    /** Quotes again if the original quote is not stored. */
    async function quotedSpender(): Promise<EvmAddress> {
      const swapRequest = { ...readPair(chains, from, wanted), amount: most, user }
      const { quote } = await bestQuote(context, swapRequest, undefined, signal)
      if (!quote.spender) throw badParameter('from', 'This swap needs no approval.')
      return quote.spender
    }
  }

const buildPermit =
  ({ aggregator, swaps }: SwapContext): SwapHandlers['buildSwapPermit'] =>
  async ({ quoteId, userAddress }, { signal }) => {
    const quote = await requireQuote(aggregator, quoteId, parseCaipAddress(userAddress).address)
    return { permit: (await swaps.permit(quote, signal)) ?? null }
  }

const buildTransaction =
  (context: SwapContext): SwapHandlers['buildSwap'] =>
  async ({ amount, from, to, userAddress, eip155, quoteId }, { signal }) => {
    const { chains, aggregator, swaps } = context
    const pair = readPair(chains, from, to)
    const { chain } = pair
    const user = readUser('userAddress', parseCaipAddress(userAddress).address)
    const quote =
      quoteId === undefined
        ? await bestQuote(context, { ...pair, amount: BigInt(amount), user }, eip155?.slippage, signal)
        : await requireQuote(aggregator, quoteId, user)
    const { request } = quote
    if (
      request.chain !== chain ||
      request.from !== pair.from ||
      request.to !== pair.to ||
      String(request.amount) !== amount
    )
      throw badParameter('quoteId', 'This quote is for another swap.')
    const { built, gas, simulation } = await swaps.build(quote, eip155?.permit as Hex | undefined, signal)
    const changes = [...simulation.changes].map(([token, change]) => ({
      token: token === pair.from ? from : to,
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
  }

function readSpender(swaps: SwapService, chain: ServerChain, spender: string | undefined) {
  if (spender === undefined) return undefined
  const address = readUser('spender', spender)
  if (!swaps.isSpender(chain, address)) throw badParameter('spender', 'This contract is not an allowed spender.')
  return address
}
