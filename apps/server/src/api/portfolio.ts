import type { balancesApi } from '@billfold/protocol/api/balances'
import type { portfolioApi } from '@billfold/protocol/api/portfolio'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import type { Handlers } from '@billfold/protocol/contract'
import { tokenId } from '@billfold/protocol/nativeCoin'
import type { CallContext } from '../http/serveContract.ts'

/** Lists an account's assets, from the same sources as its balances. */
export const portfolioHandlers = ({
  getBalance,
}: Handlers<typeof balancesApi, CallContext>): Handlers<typeof portfolioApi, CallContext> => ({
  getPortfolio: async (input, context) => {
    const { balances } = await getBalance(input, context)
    const held = balances.filter(({ quantity }) => /[1-9]/.test(quantity.numeric))
    return {
      data: held.map(({ chainId, address, name, symbol }) => ({
        id: address ?? tokenId(chainId as CaipNetworkId, undefined),
        name,
        symbol,
      })),
    }
  },
})
