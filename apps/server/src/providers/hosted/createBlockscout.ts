import { cleanText } from '@billfold/protocol/cleanText'
import { getAddress } from 'viem'
import * as z from 'zod/mini'
import { lowerHex } from '../../chains/eip155/hex.ts'
import type { ServerChain } from '../../chains/serverChain.ts'
import { listedTokens } from '../../tokens/listedTokens.ts'
import { isImpersonator, symbolsOf } from '../balances/isImpersonator.ts'
import { parsePrice, usdToNumber } from '../prices/usd.ts'
import type { BalanceSource, Price, TokenBalance } from '../source.ts'
import { brokenAnswer, createHostedClient, type HostedOptions } from './createHostedClient.ts'

type Options = Omit<HostedOptions, 'headers'> & { apiKey?: string | undefined }

const digits = z.string().check(z.regex(/^\d{1,78}$/))
const text = z.nullish(z.string().check(z.maxLength(10_000)))
const account = z.object({ coin_balance: z.nullish(digits), exchange_rate: z.nullish(z.string()) })
const row = z.object({
  value: digits,
  token: z.object({
    type: z.string(),
    address_hash: z.string().check(z.regex(/^0x[0-9a-fA-F]{40}$/)),
    name: text,
    symbol: text,
    decimals: z.nullish(z.string().check(z.regex(/^\d{1,2}$/))),
    exchange_rate: z.nullish(z.string()),
    icon_url: text,
    reputation: text,
  }),
})
const maxRows = 2_000

/** Balances from Blockscout, hosted (`https://api.blockscout.com`, key optional) or an operator's own. */
export function createBlockscout({ apiKey, ...options }: Options): BalanceSource {
  const headers = apiKey ? { authorization: `Bearer ${apiKey}` } : {}
  const ask = createHostedClient('Blockscout', { ...options, headers })
  const now = options.now ?? Date.now

  function toPrice(rate: string | null | undefined): Price | undefined {
    const price = parsePrice(rate)
    return price === undefined ? undefined : { usd: usdToNumber(price), at: now(), source: 'blockscout' }
  }

  function toBalance(chain: ServerChain, value: unknown, symbols: ReadonlySet<string>): TokenBalance[] {
    const { success, data } = z.safeParse(row, value)
    if (!success || data.token.type !== 'ERC-20' || /^0+$/.test(data.value)) return []
    const { token } = data
    const known = listedTokens(chain).get(lowerHex(token.address_hash))
    const symbol = cleanText(token.symbol, 20)
    const ownFacts = {
      name: cleanText(token.name, 60) || symbol,
      symbol,
      decimals: Number(token.decimals ?? Number.NaN),
    }
    // A list's facts override others.
    const facts = known ? { name: known.name, symbol: known.symbol, decimals: known.decimals } : ownFacts
    if (!facts.symbol || !Number.isInteger(facts.decimals)) return []
    if (!known && (isImpersonator(facts, symbols) || (token.reputation ?? 'ok') !== 'ok')) return []
    return [
      {
        ...facts,
        address: getAddress(lowerHex(token.address_hash)),
        amount: BigInt(data.value),
        iconUrl: known?.iconUrl ?? token.icon_url ?? undefined,
        isListed: known !== undefined,
        price: toPrice(token.exchange_rate),
      },
    ]
  }

  return {
    id: 'blockscout',
    supports: ({ namespace, isLocal }) => namespace === 'eip155' && !isLocal,
    async balances({ chain, address, fresh }, signal) {
      // An index is a little behind the chain: who has just paid asks the chain.
      if (fresh.length > 0) return undefined
      const path = `/${chain.reference}/api/v2/addresses/${address}`
      const [own, tokens] = await Promise.all([ask(path, signal), ask(`${path}/token-balances`, signal)])
      // An address no one ever paid is unknown to it, and has nothing.
      const coin =
        own === undefined ? { success: true as const, data: {} as z.infer<typeof account> } : z.safeParse(account, own)
      const rows = tokens === undefined ? [] : tokens
      if (!coin.success || !Array.isArray(rows)) throw brokenAnswer('Blockscout')
      const symbols = symbolsOf([
        chain.nativeCurrency.symbol,
        ...[...listedTokens(chain).values()].map((t) => t.symbol),
      ])
      const amount = BigInt(coin.data.coin_balance ?? 0)
      return [
        { ...chain.nativeCurrency, amount, isListed: true, price: toPrice(coin.data.exchange_rate) },
        ...rows.slice(0, maxRows).flatMap((value) => toBalance(chain, value, symbols)),
      ]
    },
  }
}
