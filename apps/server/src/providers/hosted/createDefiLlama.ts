import * as z from 'zod/mini'
import { lowerHex } from '../../chains/eip155/hex.ts'
import { parsePrice, usdToNumber } from '../prices/usd.ts'
import { native, type PriceSource } from '../source.ts'
import { chainSlugs } from './chainSlugs.ts'
import { brokenAnswer, createHostedClient, type HostedOptions } from './createHostedClient.ts'

type Options = Omit<HostedOptions, 'url' | 'headers'> & { url?: string | undefined }

const page = 50
const staleMs = 600_000
const leastConfidence = 0.9
const answer = z.object({ coins: z.record(z.string(), z.unknown()) })
const row = z.object({ price: z.unknown(), timestamp: z.number(), confidence: z.optional(z.number()) })

/** Prices from DefiLlama, which needs no key: `/prices/current/{chain}:{address},…`. */
export function createDefiLlama({ url = 'https://coins.llama.fi', ...rest }: Options = {}): PriceSource {
  const ask = createHostedClient('DefiLlama', { url, ...rest })
  const now = rest.now ?? Date.now

  function toPrice(value: unknown) {
    const { success, data } = z.safeParse(row, value)
    const price = success ? parsePrice(data.price) : undefined
    if (!success || price === undefined || (data.confidence ?? 1) < leastConfidence) return undefined
    const at = data.timestamp * 1_000
    return now() - at < staleMs ? { usd: usdToNumber(price), at: Math.min(at, now()) } : undefined
  }

  return {
    id: 'defillama',
    supports: ({ namespace, reference, isLocal }) => namespace === 'eip155' && !isLocal && reference in chainSlugs,
    async prices({ chain, tokens }, signal) {
      const { llama, coin } = chainSlugs[chain.reference]!
      const idOf = (token: string) => (token === native ? `coingecko:${coin}` : `${llama}:${lowerHex(token)}`)
      const prices = new Map<string, { usd: number; at: number }>()
      for (let at = 0; at < tokens.length; at += page) {
        const part = tokens.slice(at, at + page)
        const found = z.safeParse(answer, await ask(`/prices/current/${part.map(idOf).join(',')}`, signal))
        if (!found.success) throw brokenAnswer('DefiLlama')
        const coins = new Map(Object.entries(found.data.coins).map(([key, value]) => [lowerHex(key), value]))
        for (const token of part) {
          const price = toPrice(coins.get(idOf(token)))
          if (price) prices.set(token, price)
        }
      }
      return prices
    },
  }
}
