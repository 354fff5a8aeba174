import { type CaipAddress, caipNetworkId, parseCaipAddress } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { NativeBalance } from '../../chains/chain.ts'
import type { Kit } from '../../kit.ts'
import { createNetworkRequest } from '../../rpc/createNetworkRequest.ts'
import { nativeBalanceQuery } from './nativeBalanceQuery.ts'

/** The balance that a button shows: the native coin, or the token configured for the network. */
export function shownBalanceQuery(kit: Kit, { address }: { address: CaipAddress }) {
  const native = nativeBalanceQuery(kit, { address })
  const { namespace, reference, address: owner } = parseCaipAddress(address)
  const networkId = caipNetworkId(namespace, reference)
  const token = kit.options.tokens?.[networkId]?.address
  if (token === undefined) return native
  return {
    ...native,
    // Under the coin's key, so that invalidating one invalidates both.
    queryKey: [...native.queryKey, token] as unknown as typeof native.queryKey,
    initialData: () => undefined,
    initialDataUpdatedAt: () => undefined,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<NativeBalance> => {
      const transfers = await (await kit.chains[namespace]?.())?.transfers?.()
      if (!transfers?.findToken) throw new KitError('method_unsupported')
      const match = await transfers.findToken(
        { address: token, owner },
        createNetworkRequest(kit, { networkId, signal }),
      )
      return { value: match.amount, decimals: match.decimals, symbol: match.symbol }
    },
  }
}
