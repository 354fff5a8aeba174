import { type CaipAddress, caipNetworkId, parseCaipAddress } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { NativeBalance } from '../../chains/chain.ts'
import type { Kit } from '../../kit.ts'
import { findNetwork } from '../../model/findNetwork.ts'
import { createNetworkRequest } from '../../rpc/createNetworkRequest.ts'
import { recentlyMovedTokens } from '../transactions/recentlyMovedTokens.ts'
import { balanceLifeMs, readCachedBalance, writeCachedBalance } from './nativeBalanceCache.ts'

const againMs = 30_000
/** Retrying cannot help. */
const forGood: readonly string[] = ['network_unknown', 'method_unsupported']

/** An account's balance of the native coin, at most half a minute old; fails if the family cannot read it. */
export const nativeBalanceQuery = (kit: Kit, { address }: { address: CaipAddress }) => ({
  queryKey: ['nativeBalance', address] as const,
  staleTime: balanceLifeMs,
  initialData: () => readCachedBalance(kit, address)?.balance,
  // Funds moved since the cached read make it stale at once, even after a reload.
  initialDataUpdatedAt: () =>
    recentlyMovedTokens(kit.store.get(), address, kit.ports.clock.now()).length > 0
      ? 0
      : readCachedBalance(kit, address)?.timestamp,
  /** Retries a node that failed briefly; otherwise the button stays empty until a reload. */
  refetchInterval: ({ state: { error } }: { state: { error: unknown } }) =>
    error && !(error instanceof KitError && forGood.includes(error.code)) ? againMs : false,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<NativeBalance> => {
    const { namespace, reference, address: own } = parseCaipAddress(address)
    const network = findNetwork(kit.store.get(), caipNetworkId(namespace, reference))
    if (!network) throw new KitError('network_unknown')
    const chain = await kit.chains[namespace]?.()
    if (!chain?.fetchBalance) throw new KitError('method_unsupported')
    const { decimals, symbol } = network.nativeCurrency
    const { networkId } = network
    const value = await chain
      .fetchBalance(own, createNetworkRequest(kit, { networkId, signal }))
      .catch((e: unknown) => {
        // The wallet's response is invalid: read the chain without the wallet.
        if (KitError.from(e).code !== 'wallet_answer_invalid') throw e
        return chain.fetchBalance!(own, createNetworkRequest(kit, { networkId, nodeFirst: true, signal }))
      })
    const balance = { value, decimals, symbol }
    writeCachedBalance(kit, address, balance, signal)
    return balance
  },
})
