import type { CaipNetworkId } from '@billfold/protocol/caip'
import { cleanText } from '@billfold/protocol/cleanText'
import { tokenOf } from '@billfold/protocol/nativeCoin'
import type { Kit } from '../../kit.ts'
import type { SwapAsset } from '../../model/swap.ts'
import { queriesOf } from '../../queries/queriesOf.ts'
import { retryIntervalMs } from '../../queries/retryIntervalMs.ts'
import { supportedChainsQuery } from '../balances/supportedChainsQuery.ts'
import { coinOf } from '../network/coinOf.ts'
import { swapTokensKey } from './swapTokensKey.ts'

/** Suggested symbols, if the network has them. */
const suggestedSymbols =
  'ETH UNI 1INCH AAVE SOL ADA AVAX DOT LINK NITRO GAIA MILK TRX NEAR GNO WBTC DAI WETH USDC USDT ARB BAL BICO CRV ENS MATIC OP'.split(
    ' ',
  )
const maxSuggested = 8

/** A network's swap tokens, including the native coin; undefined if the server has no swaps there. */
export const swapTokensQuery = (kit: Kit, { networkId }: { networkId: CaipNetworkId }) => ({
  ...swapTokensKey(networkId),
  staleTime: 600_000,
  retry: 1,
  refetchInterval: retryIntervalMs,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<readonly SwapAsset[]> => {
    // Does not query chains that the server does not support.
    const chains = await queriesOf(kit).fetchQuery(supportedChainsQuery(kit))
    if (!chains.includes(networkId)) return []
    const { tokens } = await kit.api.getSwapTokens({ chainId: networkId }, signal)
    const coin = coinOf(kit.store.get(), networkId)
    return tokens.flatMap(({ address, name, symbol, decimals, logoUri }) => {
      const clean = cleanText(symbol, 12)
      if (!clean || !address.startsWith(`${networkId}:`)) return []
      const contract = tokenOf(networkId, address)
      return [
        {
          ...(contract === undefined ? {} : { address: contract }),
          symbol: clean,
          name: cleanText(name, 40) || clean,
          decimals,
          ...(logoUri ? { imageUrl: logoUri } : {}),
          ...(contract === undefined ? coin : {}),
        },
      ]
    })
  },
})

/** The most popular tokens. */
export const suggestedOf = (tokens: readonly SwapAsset[]): readonly SwapAsset[] =>
  tokens.filter(({ symbol }) => suggestedSymbols.includes(symbol.toUpperCase())).slice(0, maxSuggested)
