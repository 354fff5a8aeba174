import { type CaipAddress, caipNetworkId, parseCaipAddress } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { NativeBalance } from '../../chains/chain.ts'
import type { Kit } from '../../kit.ts'
import { findNetwork } from '../network/network.ts'
import { rpcUrlsOf } from '../network/rpcUrlsOf.ts'
import { balanceLifeMs, readCachedBalance, writeCachedBalance } from './nativeBalanceCache.ts'

/** What an account holds of its chain's own coin, at most half a minute old; absent where the family cannot say. */
export const nativeBalanceQuery = (kit: Kit, { address }: { address: CaipAddress }) => ({
  queryKey: ['nativeBalance', address] as const,
  staleTime: balanceLifeMs,
  initialData: () => readCachedBalance(kit, address)?.balance,
  initialDataUpdatedAt: () => readCachedBalance(kit, address)?.timestamp,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<NativeBalance> => {
    const { namespace, reference, address: own } = parseCaipAddress(address)
    const network = findNetwork(kit.store.get(), caipNetworkId(namespace, reference))
    if (!network) throw new KitError('network_unknown')
    const chain = await kit.chains[namespace]?.()
    if (!chain?.balance) throw new KitError('method_unsupported')
    const balance = await chain.balance({ network, rpcUrls: rpcUrlsOf(kit.store.get(), network), address: own, signal })
    writeCachedBalance(kit, address, balance)
    return balance
  },
})
