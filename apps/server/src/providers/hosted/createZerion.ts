import { cleanText } from '@billfold/protocol/cleanText'
import { getAddress } from 'viem'
import * as z from 'zod/mini'
import { lowerHex } from '../../chains/eip155/hex.ts'
import type { ServerChain } from '../../chains/serverChain.ts'
import { listedTokens } from '../../tokens/listedTokens.ts'
import { parsePrice, usdToNumber } from '../prices/usd.ts'
import type { BalanceSource, TokenBalance } from '../source.ts'
import { brokenAnswer, createHostedClient, type HostedOptions } from './createHostedClient.ts'
import { slugsOf } from './slugsOf.ts'

type Options = Omit<HostedOptions, 'url' | 'headers'> & { url?: string | undefined; apiKey: string }

const text = z.nullish(z.string().check(z.maxLength(10_000)))
const answer = z.object({ data: z.array(z.unknown()).check(z.maxLength(10_000)) })
const row = z.object({
  attributes: z.object({
    quantity: z.object({ int: z.string().check(z.regex(/^\d{1,78}$/)), decimals: z.int().check(z.gte(0), z.lte(77)) }),
    price: z.nullish(z.unknown()),
    fungible_info: z.object({
      name: text,
      symbol: text,
      icon: z.nullish(z.object({ url: text })),
      flags: z.nullish(z.object({ verified: z.nullish(z.boolean()) })),
      implementations: z.array(z.object({ chain_id: z.string(), address: z.nullish(z.string()) })),
    }),
    flags: z.nullish(z.object({ is_trash: z.nullish(z.boolean()) })),
  }),
})

/** Balances from Zerion: the fungible positions of a wallet on one chain, its trash left out. */
export function createZerion({ url = 'https://api.zerion.io/v1', apiKey, ...rest }: Options): BalanceSource {
  const headers = { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` }
  const ask = createHostedClient('Zerion', { url, headers, ...rest })
  const now = rest.now ?? Date.now

  function toBalance(chain: ServerChain, slug: string, value: unknown): TokenBalance[] {
    const { success, data } = z.safeParse(row, value)
    if (!success || data.attributes.flags?.is_trash || /^0+$/.test(data.attributes.quantity.int)) return []
    const { quantity, fungible_info: info, price } = data.attributes
    const place = info.implementations.find(({ chain_id }) => chain_id === slug)
    if (!place || (place.address && !/^0x[0-9a-fA-F]{40}$/.test(place.address))) return []
    const usd = parsePrice(price)
    const amount = BigInt(quantity.int)
    const shared = {
      amount,
      price: usd === undefined ? undefined : { usd: usdToNumber(usd), at: now(), source: 'zerion' },
    }
    if (!place.address) return [{ ...chain.nativeCurrency, ...shared, isListed: true }]
    const known = listedTokens(chain).get(lowerHex(place.address))
    const symbol = known?.symbol ?? cleanText(info.symbol, 20)
    if (!symbol) return []
    return [
      {
        ...shared,
        address: getAddress(lowerHex(place.address)),
        name: known?.name ?? (cleanText(info.name, 60) || symbol),
        symbol,
        decimals: known?.decimals ?? quantity.decimals,
        iconUrl: known?.iconUrl ?? info.icon?.url ?? undefined,
        isListed: known !== undefined || info.flags?.verified === true,
      },
    ]
  }

  return {
    id: 'zerion',
    supports: (chain) => slugsOf(chain)?.zerion !== undefined,
    async balances({ chain, address, fresh }, signal) {
      // An index is a little behind the chain: who has just paid asks the chain.
      const slug = slugsOf(chain)?.zerion
      if (fresh.length > 0 || !slug) return undefined
      const query = new URLSearchParams({
        'filter[position_types]': 'wallet',
        'filter[trash]': 'only_non_trash',
        'filter[chain_ids]': slug,
        currency: 'usd',
      })
      const reply = z.safeParse(answer, await ask(`/wallets/${lowerHex(address)}/positions/?${query}`, signal))
      if (!reply.success) throw brokenAnswer('Zerion')
      const held = reply.data.data.flatMap((value) => toBalance(chain, slug, value))
      const coin = held.find((balance) => !balance.address) ?? { ...chain.nativeCurrency, amount: 0n, isListed: true }
      return [coin, ...held.filter((balance) => balance.address)]
    },
  }
}
