import * as z from 'zod/mini'
import { parsePrice, usdToNumber } from '../prices/usd.ts'
import { native, type PriceSource } from '../source.ts'
import { brokenAnswer, createHostedClient, type HostedOptions } from './createHostedClient.ts'
import { slugsOf } from './slugsOf.ts'

type Options = Omit<HostedOptions, 'url' | 'headers'> & { url?: string | undefined; apiKey?: string | undefined }

const page = 30
const staleMs = 600_000
const answer = z.record(z.string(), z.unknown())
const row = z.object({ usd: z.unknown(), last_updated_at: z.optional(z.number()) })

/** Prices from CoinGecko: `/simple/token_price` by contract, `/simple/price` for a chain's own coin and for what it knows only as a coin. */
export function createCoinGecko({ url = 'https://api.coingecko.com/api/v3', apiKey, ...rest }: Options): PriceSource {
  const header = new URL(url).host.startsWith('pro-') ? 'x-cg-pro-api-key' : 'x-cg-demo-api-key'
  const ask = createHostedClient('CoinGecko', { url, ...(apiKey && { headers: { [header]: apiKey } }), ...rest })
  const now = rest.now ?? Date.now

  async function read(path: string, query: Record<string, string>, signal: AbortSignal) {
    const wanted = new URLSearchParams({
      ...query,
      vs_currencies: 'usd',
      include_last_updated_at: 'true',
      precision: 'full',
    })
    const json = await ask(`${path}?${wanted}`, signal)
    const reply = z.safeParse(answer, json === undefined ? {} : json)
    // Its errors are objects as well: `{ status: { error_code } }` and `{ error }`.
    if (!reply.success || 'status' in reply.data || 'error' in reply.data) throw brokenAnswer('CoinGecko')
    // It writes addresses back as they were sent or in lower case, whatever the family.
    return new Map(Object.entries(reply.data).map(([key, value]) => [key.toLowerCase(), value]))
  }

  function toPrice(value: unknown) {
    const { success, data } = z.safeParse(row, value)
    const price = success ? parsePrice(data.usd) : undefined
    const at = success && data.last_updated_at ? data.last_updated_at * 1_000 : now()
    return price !== undefined && now() - at < staleMs
      ? { usd: usdToNumber(price), at: Math.min(at, now()) }
      : undefined
  }

  return {
    id: 'coingecko',
    supports: (chain) => slugsOf(chain) !== undefined,
    async prices({ chain, tokens }, signal) {
      const prices = new Map<string, { usd: number; at: number }>()
      const slugs = slugsOf(chain)
      if (!slugs) return prices
      const { platform, coin, coins } = slugs
      const keep = (token: string, value: unknown) => {
        const price = toPrice(value)
        if (price) prices.set(token, price)
      }
      const ids = new Map(
        tokens.flatMap((token) => {
          const id = token === native ? coin : coins?.get(token)
          return id ? [[token, id] as const] : []
        }),
      )
      if (ids.size > 0) {
        const prices = await read('/simple/price', { ids: [...new Set(ids.values())].join(',') }, signal)
        for (const [token, id] of ids) keep(token, prices.get(id))
      }
      const contracts = platform === undefined ? [] : tokens.filter((token) => token !== native)
      for (let at = 0; at < contracts.length; at += page) {
        const part = contracts.slice(at, at + page)
        const prices = await read(`/simple/token_price/${platform}`, { contract_addresses: part.join(',') }, signal)
        for (const token of part) keep(token, prices.get(token.toLowerCase()))
      }
      return prices
    },
  }
}
