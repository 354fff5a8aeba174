import * as z from 'zod/mini'
import { listedTokens } from '../../tokens/listedTokens.ts'
import { isImpersonator, symbolsOf } from '../balances/isImpersonator.ts'
import { brokenAnswer, type HostedOptions } from '../hosted/createHostedClient.ts'
import { createHostedRpc } from '../hosted/createHostedRpc.ts'
import { parsePrice, usdToNumber } from '../prices/usd.ts'
import type { BalanceSource, Price, TokenBalance } from '../source.ts'
import { type DasAsset, dasAsset, factsOf, isFungible } from './dasAsset.ts'
import { isSolanaMainnet } from './isSolanaMainnet.ts'
import { lamports } from './lamports.ts'

type Options = HostedOptions & { id: string; name: string }

const coin = z.object({ value: lamports })
const page = z.object({ items: z.array(z.unknown()).check(z.maxLength(1_000)) })
const pageSize = 1_000
/** Accounts with more pages of tokens and collectibles are read from the node. */
const maxPages = 3

/** Balances on Solana from a company that speaks the Digital Asset Standard: `getAssetsByOwner`, and `getBalance` for the coin. */
export function createDasBalances({ id, name, ...options }: Options): BalanceSource {
  const ask = createHostedRpc(name, options)
  const now = options.now ?? Date.now

  /** Every token of an owner; undefined if they are too many to read. */
  async function readAssets(owner: string, signal: AbortSignal): Promise<DasAsset[] | undefined> {
    const assets: DasAsset[] = []
    for (let at = 1; at <= maxPages; at++) {
      const params = { ownerAddress: owner, page: at, limit: pageSize, options: { showFungible: true } }
      const { success, data } = z.safeParse(page, await ask('getAssetsByOwner', params, signal))
      if (!success) throw brokenAnswer(name)
      assets.push(...data.items.flatMap((item) => z.safeParse(dasAsset, item).data ?? []).filter(isFungible))
      if (data.items.length < pageSize) return assets
    }
    return undefined
  }

  function priceOf(asset: DasAsset): Price | undefined {
    const { price_per_token: pricePerToken, currency } = asset.token_info?.price_info ?? {}
    const price = /^USDC?$/.test(currency ?? '') ? parsePrice(pricePerToken) : undefined
    return price === undefined ? undefined : { usd: usdToNumber(price), at: now(), source: id }
  }

  return {
    id,
    supports: isSolanaMainnet,
    async balances({ chain, address, fresh }, signal) {
      // An index is a little behind the chain: who has just paid asks the chain.
      if (fresh.length > 0) return undefined
      const [own, assets] = await Promise.all([
        ask('getBalance', [address, { commitment: 'confirmed' }], signal),
        readAssets(address, signal),
      ])
      const coins = z.safeParse(coin, own)
      if (!coins.success) throw brokenAnswer(name)
      if (!assets) return undefined
      const listed = listedTokens(chain)
      const symbols = symbolsOf([chain.nativeCurrency.symbol, ...[...listed.values()].map(({ symbol }) => symbol)])
      const held = new Map<string, TokenBalance>()
      for (const asset of assets) {
        const balance = BigInt(asset.token_info?.balance ?? 0)
        const known = listed.get(asset.id)
        const facts = factsOf(asset)
        if (balance === 0n || !facts || (!known && isImpersonator(facts, symbols))) continue
        held.set(asset.id, {
          ...facts,
          ...(known && { name: known.name, symbol: known.symbol }),
          address: asset.id,
          amount: balance + (held.get(asset.id)?.amount ?? 0n),
          iconUrl: known?.iconUrl ?? asset.content?.links?.image ?? undefined,
          isListed: known !== undefined,
          price: priceOf(asset),
        })
      }
      return [{ ...chain.nativeCurrency, amount: BigInt(coins.data.value), isListed: true }, ...held.values()]
    },
  }
}
