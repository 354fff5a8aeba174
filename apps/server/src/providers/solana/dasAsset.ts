import { cleanText } from '@billfold/protocol/cleanText'
import * as z from 'zod/mini'
import type { TokenFacts } from '../balances/createTokenFacts.ts'
import { lamports } from './lamports.ts'

const text = z.nullish(z.string().check(z.maxLength(10_000)))

/** A token as the Digital Asset Standard describes it, as far as it is shown. */
export const dasAsset = z.object({
  id: z.string().check(z.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/)),
  interface: text,
  content: z.nullish(
    z.object({
      metadata: z.nullish(z.object({ name: text, symbol: text })),
      links: z.nullish(z.object({ image: text })),
    }),
  ),
  token_info: z.nullish(
    z.object({
      symbol: text,
      balance: z.nullish(lamports),
      decimals: z.nullish(z.int().check(z.nonnegative(), z.lte(255))),
      price_info: z.nullish(z.object({ price_per_token: z.unknown(), currency: text })),
    }),
  ),
})
export type DasAsset = z.infer<typeof dasAsset>

/** Whether it is counted and not collected. */
export const isFungible = (asset: DasAsset): boolean => /^Fungible/.test(asset.interface ?? '')

/** A token's facts; undefined if it has no name or decimals. */
export function factsOf({ content, token_info: info }: DasAsset): TokenFacts | undefined {
  const symbol = cleanText(info?.symbol || content?.metadata?.symbol, 20)
  const decimals = info?.decimals
  if (!symbol || decimals === undefined || decimals === null) return undefined
  return { name: cleanText(content?.metadata?.name, 60) || symbol, symbol, decimals }
}
