import type { Balance, balancesApi } from '@billfold/protocol/api/balances'
import { cleanText } from '@billfold/protocol/cleanText'
import type { Handlers } from '@billfold/protocol/contract'
import { decimalOf } from '@billfold/protocol/decimalOf'
import { addressKey } from '@billfold/protocol/sameAddress'
import { createMemo } from '../caches/createMemo.ts'
import type { Chains } from '../chains/createChains.ts'
import type { ServerChain } from '../chains/serverChain.ts'
import { unusedAccountOn } from '../chains/unusedAccountOn.ts'
import { createReplyCache } from '../http/createReplyCache.ts'
import type { CallContext } from '../http/serveContract.ts'
import { deadlineIn } from '../limits/deadlineIn.ts'
import type { PriceBook } from '../providers/createPriceBook.ts'
import { parsePrice, usdToNumber, worthOf } from '../providers/prices/usd.ts'
import {
  type Answered,
  type BalanceSource,
  native,
  type Price,
  type TokenBalance,
  tryInOrder,
} from '../providers/source.ts'
import type { Breaker } from '../rpc/createBreaker.ts'
import type { UpstreamMetrics } from '../rpc/upstreamMetrics.ts'
import type { TokenIcons } from '../tokens/tokenIcons.ts'
import { tokenImageUrl } from '../tokens/tokenImageUrl.ts'
import { chainsOf } from './requireChain.ts'
import { settle } from './settle.ts'

type BalanceDeps = {
  chains: Chains
  sources: readonly BalanceSource[]
  prices: PriceBook
  icons: TokenIcons
  breaker: Breaker
  metrics?: UpstreamMetrics | undefined
  deadlineMs?: number
  ttlMs?: number
}

/** Returns an account's balances and their value; without prices, `price` is 0 and there is no `value`. */
export function balancesHandlers(deps: BalanceDeps): Handlers<typeof balancesApi, CallContext> {
  const { chains, sources, prices, icons, breaker, metrics, deadlineMs = 6_000, ttlMs = 10_000 } = deps
  // More accounts than one process can read within the TTL; each entry keeps its reply, some 15 KB.
  const memo = createMemo<Answered<TokenBalance[]>>({ ttlMs, size: 5_000 })

  const sameReply = createReplyCache<{ balances: Balance[]; source?: string }>()

  async function read(chain: ServerChain, address: string, fresh: string[], isFresh: boolean) {
    const load = async () => {
      // Several callers may share this lookup: one that hangs up does not cancel it.
      const trial = {
        ...{ signal: deadlineIn(deadlineMs * 2), deadlineMs, breaker, metrics, scope: chain.id },
        isShaped: isFresh,
        probe: (one: BalanceSource, signal: AbortSignal) =>
          one.probe?.(chain, signal) ?? one.balances({ chain, address: unusedAccountOn(chain), fresh: [] }, signal),
      }
      const able = sources.filter((source) => source.supports(chain))
      const answer = await tryInOrder(able, (one, signal) => one.balances({ chain, address, fresh }, signal), trial)
      return answer ?? { value: [], source: '' }
    }
    const key = `${chain.id} ${addressKey(chain.id, address)}`
    // A forced update, with any tokens the caller names, delays only that caller; others get the result once it is cached.
    const { value, source } = isFresh ? await load() : await memo(key, load)
    // A token with a zero balance is listed only for the caller that named it.
    const kept = isFresh ? value.filter(({ address: token, amount }) => !token || amount > 0n) : value
    if (isFresh) void memo(key, async () => ({ value: kept, source }), true)
    return { chain, source, held: value, worth: await pricesOf(chain, value) }
  }

  async function pricesOf(chain: ServerChain, held: readonly TokenBalance[]) {
    const keyed = held.map((token) => ({ token, key: token.address ? addressKey(chain.id, token.address) : native }))
    const missing = keyed.filter(({ token }) => !token.price).map(({ key }) => key)
    // Balances without prices are worth showing, but not the reverse.
    const known = await prices(chain, missing).catch(() => new Map<string, Price>())
    return keyed.map(({ token, key }) => token.price ?? known.get(key))
  }

  return {
    getBalance: async ({ address, chainId, forceUpdate }, { signal, baseUrl }) => {
      const accountChains = chainsOf(chains, chainId, address)
      const fresh = (forceUpdate ?? '').split(',').filter(Boolean)
      const answers = await settle(
        accountChains.map((chain) => {
          const own = fresh.flatMap((id) => (id.startsWith(`${chain.id}:`) ? [id.slice(chain.id.length + 1)] : []))
          return read(chain, address, own, fresh.length > 0)
        }),
        signal,
      )
      const parts = answers.flatMap(({ held, worth }) => [held, ...worth])
      return sameReply([answers[0]?.held, ...parts, baseUrl], () => {
        const named = [...new Set(answers.map(({ source }) => source).filter(Boolean))].join(',')
        const balances = answers.flatMap(({ chain, held, worth }) =>
          held.flatMap((token, at) => toBalance(chain, { ...token, price: worth[at] }, icons, baseUrl)),
        )
        return { balances: balances.sort(byWorth), ...(named && { source: named }) }
      })
    },
  }
}

/** A balance in AppKit's shape. An unlisted token without decimals is most likely an NFT: omitted, as in AppKit. */
function toBalance(chain: ServerChain, token: TokenBalance, icons: TokenIcons, baseUrl: string): Balance[] {
  const { address, decimals, amount, isListed, price } = token
  if (decimals < (isListed ? 0 : 1) || decimals > 255) return []
  const numeric = decimalOf({ amount, decimals })
  // Multiplied as integers: floats would add false digits.
  const exact = price && parsePrice(price.usd)
  const icon = icons.pathOf(token.iconUrl)
  return [
    {
      name: cleanText(token.name, 100),
      symbol: cleanText(token.symbol, 30),
      chainId: chain.id,
      ...(address && { address: `${chain.id}:${address}` }),
      ...(exact !== undefined && { value: usdToNumber(worthOf(amount, decimals, exact)) }),
      price: exact === undefined ? 0 : usdToNumber(exact),
      quantity: { decimals: String(decimals), numeric },
      iconUrl: icon ? `${baseUrl}${icon}` : isListed ? tokenImageUrl(baseUrl, chain, token) : '',
      ...(price && { priceSource: price.source, pricedAt: new Date(price.at).toISOString() }),
      isListed,
    },
  ]
}

/** Most valuable first; of tokens without a price, listed ones first. */
function byWorth(a: Balance, b: Balance): number {
  return (b.value ?? 0) - (a.value ?? 0) || Number(b.isListed) - Number(a.isListed) || a.symbol.localeCompare(b.symbol)
}
