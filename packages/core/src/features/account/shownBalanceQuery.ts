import { type CaipAddress, caipNetworkId, parseCaipAddress } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { askNetwork } from '../../askNetwork.ts'
import type { NativeBalance } from '../../chains/chain.ts'
import type { Kit } from '../../kit.ts'
import { nativeBalanceQuery } from './nativeBalanceQuery.ts'

/** What a button shows that an account holds: of its chain's own coin, or of the token that the site names for the network. */
export function shownBalanceQuery(kit: Kit, { address }: { address: CaipAddress }) {
  const native = nativeBalanceQuery(kit, { address })
  const { namespace, reference, address: owner } = parseCaipAddress(address)
  const networkId = caipNetworkId(namespace, reference)
  const token = kit.options.tokens?.[networkId]?.address
  if (token === undefined) return native
  return {
    ...native,
    // Below the coin's: what makes one stale makes the other stale.
    queryKey: [...native.queryKey, token] as unknown as typeof native.queryKey,
    initialData: () => undefined,
    initialDataUpdatedAt: () => undefined,
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<NativeBalance> => {
      const transfers = await (await kit.chains[namespace]?.())?.transfers?.()
      if (!transfers?.findToken) throw new KitError('method_unsupported')
      const found = await transfers.findToken({ address: token, owner }, askNetwork(kit, { networkId, signal }))
      return { value: found.amount, decimals: found.decimals, symbol: found.symbol }
    },
  }
}
