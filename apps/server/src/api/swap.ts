import { nativePlaceholders } from '@billfold/protocol/api/prices'
import type { SwapQuote, swapApi } from '@billfold/protocol/api/swap'
import { parseCaipAddress } from '@billfold/protocol/caip'
import type { Handlers } from '@billfold/protocol/contract'
import { KitError } from '@billfold/protocol/error'
import { getAddress, type Hex } from 'viem'
import type { Chains, EvmAddress, ServerChain } from '../chains.ts'
import { badParameter } from '../http/badParameter.ts'
import type { CallContext } from '../http/serveContract.ts'
import type { GasPrices } from '../providers/quotes/createGasPrices.ts'
import type { DeskQuote, QuoteDesk } from '../providers/quotes/createQuoteDesk.ts'
import type { SwapService } from '../providers/quotes/createSwapService.ts'
import { nativeCoin, type QuoteRequest, type SwapAsset } from '../providers/quotes/quoteSource.ts'
import { iconOf } from './iconOf.ts'
import { requireChain } from './requireChain.ts'

export type SwapDeps = {
  chains: Chains
  desk: QuoteDesk
  swaps: SwapService
  gasPrices: GasPrices
  fee?: QuoteRequest['fee']
  now?: () => number
}

const defaultSlippageBps = 100
const rememberMs = 600_000

/** Swaps for our client and for existing ones, which know neither quotes by name nor spenders: what they saw last is remembered. */
export function swapHandlers({
  chains,
  desk,
  swaps,
  gasPrices,
  fee,
  now = Date.now,
}: SwapDeps): Handlers<typeof swapApi, CallContext> {
  const seen = new Map<string, { at: number; spender: EvmAddress | undefined; amount: bigint }>()
  const seenKey = (user: string, token: SwapAsset) => `${user} ${token}`.toLowerCase()
  const lastSeen = (user: string, token: SwapAsset) => {
    const known = seen.get(seenKey(user, token))
    return known && now() - known.at < rememberMs ? known : undefined
  }
  const remember = (user: string, token: SwapAsset, best: DeskQuote | undefined) => {
    if (!best) return
    seen.set(seenKey(user, token), { at: now(), spender: best.quote.spender, amount: best.request.amount })
    while (seen.size > 10_000) seen.delete(seen.keys().next().value!)
  }

  return {
    getSwapTokens: async ({ chainId }, { baseUrl }) => {
      const chain = requireChain(chains, chainId)
      const coin = { ...chain.nativeCurrency, address: nativePlaceholders.eip155 }
      return {
        tokens: [coin, ...chain.tokens].map(({ name, symbol, decimals, address }) => ({
          name,
          symbol,
          decimals,
          address: `${chain.id}:${address}`,
          logoUri: iconOf(baseUrl, symbol) || null,
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
      const price = gasPrice ? BigInt(gasPrice) : (await gasPrices(chain, signal)).standard
      const { quotes, silent } = await desk.ask(request, price, wait ?? 'all', signal)
      remember(user, asset, quotes[0])
      return {
        quotes: quotes.map((quote) => describe(quote, from, to)),
        silent: silent.map(({ source: { id, name }, state, reason }) => ({
          id,
          name,
          state,
          ...(reason && { reason }),
        })),
      }
    },

    getSwapAllowance: async ({ tokenAddress, userAddress, spender }, { signal }) => {
      const { chain, asset } = readAsset(chains, 'tokenAddress', tokenAddress)
      const user = readUser('userAddress', parseCaipAddress(userAddress).address)
      const taker = readSpender(spender) ?? lastSeen(user, asset)?.spender ?? chain.contracts.permit2
      if (asset !== nativeCoin && !taker) throw badParameter('tokenAddress', `No swaps on ${chain.name}.`)
      const signs = spender !== undefined
      return { allowance: String(await swaps.allowance(chain, asset, user, taker ?? user, signs, signal)) }
    },

    getGasPrice: async ({ chainId }, { signal }) => {
      const { standard, fast, instant } = await gasPrices(requireChain(chains, chainId), signal)
      return { standard: String(standard), fast: String(fast), instant: String(instant) }
    },

    buildSwapApproval: async ({ userAddress, from, amount, spender }, { signal }) => {
      const { chain, asset } = readAsset(chains, 'from', from)
      if (asset === nativeCoin) throw badParameter('from', 'The chain’s own coin needs no approval.')
      const user = readUser('userAddress', parseCaipAddress(userAddress).address)
      const known = lastSeen(user, asset)
      const [taker, most] = [
        readSpender(spender) ?? known?.spender,
        amount === undefined ? known?.amount : BigInt(amount),
      ]
      if (!taker || most === undefined)
        throw badParameter('amount', 'Ask for a quote first: an approval is for its exact amount.')
      const [{ to, data, reset }, { standard }] = await Promise.all([
        swaps.approval(chain, asset, user, taker, most, signal),
        gasPrices(chain, signal),
      ])
      const place = `${chain.id}:${getAddress(to)}`
      return {
        // Existing clients send the approval to `from`; both say where it goes.
        tx: { from: place, to: place, data, value: '0', eip155: { gasPrice: String(standard) } },
        ...(reset && { reset: { to: `${chain.id}:${getAddress(reset.to)}`, data: reset.data } }),
      }
    },

    buildSwapPermit: async ({ quoteId, userAddress }, { signal }) => {
      const quote = requireQuote(desk, quoteId, parseCaipAddress(userAddress).address)
      return { permit: (await swaps.permit(quote, signal)) ?? null }
    },

    buildSwap: async ({ amount, from, to, userAddress, eip155, quoteId }, { signal }) => {
      const { chain, asset } = readAsset(chains, 'from', from)
      const other = readAsset(chains, 'to', to)
      if (other.chain !== chain) throw badParameter('to', 'Both tokens must be on the same chain.')
      const user = readUser('userAddress', parseCaipAddress(userAddress).address)
      const quote =
        quoteId === undefined
          ? await bestQuote(chain, asset, other.asset, BigInt(amount), user, eip155?.slippage, signal)
          : requireQuote(desk, quoteId, user)
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
        quote: describe(quote, from, to),
        simulation: { changes, gas: String(gas) },
      }
    },
  }

  /** For clients that name no quote: the best whose spender they were told to approve. */
  async function bestQuote(
    chain: ServerChain,
    from: SwapAsset,
    to: SwapAsset,
    amount: bigint,
    user: EvmAddress,
    slippage: number | undefined,
    signal: AbortSignal,
  ): Promise<DeskQuote> {
    const slippageBps = slippage === undefined ? defaultSlippageBps : Math.round(slippage * 100)
    const request: QuoteRequest = { chain, from, to, amount, user, slippageBps, fee }
    const { standard } = await gasPrices(chain, signal)
    const { quotes } = await desk.ask(request, standard, 'all', signal)
    const spender = lastSeen(user, from)?.spender
    const best = quotes.find(({ quote }) => from === nativeCoin || quote.spender === spender) ?? quotes[0]
    if (!best) throw new KitError('not_found', { message: 'No source has a way from the one token to the other now.' })
    return best
  }
}

function describe(
  { id, source, request, quote, gasPrice, gasUsd, netOut, tookMs }: DeskQuote,
  from: string,
  to: string,
): SwapQuote {
  const { chain } = request
  const caip = (asset: SwapAsset) =>
    `${chain.id}:${asset === nativeCoin ? nativePlaceholders.eip155 : getAddress(asset)}`
  return {
    id,
    fromAmount: String(request.amount),
    fromAccount: from,
    toAmount: String(quote.amountOut),
    toAccount: to,
    source: { id: source.id, name: source.name },
    toAmountMin: String(quote.minOut),
    slippageBps: request.slippageBps,
    ...(quote.priceImpactBps === undefined ? {} : { priceImpactBps: quote.priceImpactBps }),
    fees: quote.fees.map(({ name, token, amount, bps }) => ({
      name,
      token: caip(token),
      amount: String(amount),
      ...(bps === undefined ? {} : { bps }),
    })),
    route: quote.route.map(({ exchange, from: a, to: b, feeBps }) => ({
      exchange,
      from: caip(a),
      to: caip(b),
      ...(feeBps === undefined ? {} : { feeBps: Math.round(feeBps) }),
    })),
    gas: String(quote.gas),
    gasPrice: String(gasPrice),
    ...(gasUsd === undefined ? {} : { gasUsd }),
    netAmount: String(netOut),
    ...(quote.spender ? { spender: getAddress(quote.spender) } : {}),
    ...(source.permitKind && quote.spender ? { permit: source.permitKind } : {}),
    expiresAt: new Date(quote.expiresAt).toISOString(),
    tookMs: Math.round(tookMs),
  }
}

function readAsset(chains: Chains, field: string, id: string): { chain: ServerChain; asset: SwapAsset } {
  const { namespace, reference, address } = parseCaipAddress(id)
  if (namespace !== 'eip155') throw badParameter(field, 'Only tokens of EVM chains can be swapped.')
  const chain = requireChain(chains, `${namespace}:${reference}`)
  const plain = address.toLowerCase()
  if (plain === nativePlaceholders.eip155) return { chain, asset: nativeCoin }
  return { chain, asset: readUser(field, plain) }
}

function readUser(field: string, address: string): EvmAddress {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw badParameter(field, 'This is not an address of an EVM chain.')
  return address.toLowerCase() as EvmAddress
}

const readSpender = (spender: string | undefined) => (spender === undefined ? undefined : readUser('spender', spender))

function requireQuote(desk: QuoteDesk, id: string, user: string): DeskQuote {
  const quote = desk.find(id)
  if (!quote || quote.request.user.toLowerCase() !== user.toLowerCase())
    throw badParameter('quoteId', 'This quote has expired: ask for a new one.')
  return quote
}
