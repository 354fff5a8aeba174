import { addressKey } from '@billfold/protocol/sameAddress'
import * as z from 'zod/mini'
import { parsePrice, usdToNumber } from '../prices/usd.ts'
import { native, type PriceSource } from '../source.ts'
import { brokenAnswer, createHostedClient, type HostedOptions } from './createHostedClient.ts'
import { slugsOf } from './slugsOf.ts'

type Options = Omit<HostedOptions, 'url' | 'headers'> & { url?: string | undefined }

const page = 50
const staleMs = 600_000
const minConfidence = 0.9
const answer = z.object({ coins: z.record(z.string(), z.unknown()) })
const row = z.object({ price: z.unknown(), timestamp: z.number(), confidence: z.optional(z.number()) })

/** Prices from DefiLlama, which needs no key: `/prices/current/{chain}:{address},…`. */
export function createDefiLlama({ url = 'https://coins.llama.fi', ...rest }: Options = {}): PriceSource {
  const ask = createHostedClient('DefiLlama', { url, ...rest })
  const now = rest.now ?? Date.now

  function toPrice(value: unknown) {
    const { success, data } = z.safeParse(row, value)
    const price = success ? parsePrice(data.price) : undefined
    if (!success || price === undefined || (data.confidence ?? 1) < minConfidence) return undefined
    const at = data.timestamp * 1_000
    return now() - at < staleMs ? { usd: usdToNumber(price), at: Math.min(at, now()) } : undefined
  }

  return {
    id: 'defillama',
    supports: (chain) => slugsOf(chain) !== undefined,
    async prices({ chain, tokens }, signal) {
      const prices = new Map<string, { usd: number; at: number }>()
      const slugs = slugsOf(chain)
      if (!slugs) return prices
      const { llama, coin, coins } = slugs
      const idOf = (token: string): string | undefined => {
        const id = token === native ? coin : coins?.get(token)
        if (id) return `coingecko:${id}`
        return llama && `${llama}:${addressKey(chain.id, token)}`
      }
      const priceable = tokens.filter((token) => idOf(token) !== undefined)
      for (let at = 0; at < priceable.length; at += page) {
        const part = priceable.slice(at, at + page)
        const reply = z.safeParse(answer, await ask(`/prices/current/${part.map(idOf).join(',')}`, signal))
        if (!reply.success) throw brokenAnswer('DefiLlama')
        const rows = new Map(
          Object.entries(reply.data.coins).map(([id, value]) => {
            const [where = '', what = ''] = id.split(':')
            return [`${where}:${addressKey(chain.id, what)}`, value]
          }),
        )
        for (const token of part) {
          const price = toPrice(rows.get(idOf(token)!))
          if (price) prices.set(token, price)
        }
      }
      return prices
    },
  }
}
