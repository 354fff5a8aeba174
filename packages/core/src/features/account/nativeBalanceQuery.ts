import { type CaipAddress, caipNetworkId, parseCaipAddress } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import { askNetwork } from '../../askNetwork.ts'
import type { NativeBalance } from '../../chains/chain.ts'
import type { Kit } from '../../kit.ts'
import { findNetwork } from '../network/network.ts'
import { freshTokens } from '../transactions/freshTokens.ts'
import { balanceLifeMs, readCachedBalance, writeCachedBalance } from './nativeBalanceCache.ts'

const againMs = 30_000
/** No second try helps there. */
const forGood: readonly string[] = ['network_unknown', 'method_unsupported']

/** What an account holds of its chain's own coin, at most half a minute old; fails where the family cannot say. */
export const nativeBalanceQuery = (kit: Kit, { address }: { address: CaipAddress }) => ({
  queryKey: ['nativeBalance', address] as const,
  staleTime: balanceLifeMs,
  initialData: () => readCachedBalance(kit, address)?.balance,
  // What the visitor has moved since is asked for at once, also where the page was left before the chain was asked.
  initialDataUpdatedAt: () =>
    freshTokens(kit.store.get(), address, kit.ports.clock.now()).length > 0
      ? 0
      : readCachedBalance(kit, address)?.timestamp,
  /** Retries a node that was down for a moment: else a button says nothing until the page is reloaded. */
  refetchInterval: ({ state: { error } }: { state: { error: unknown } }) =>
    error && !(error instanceof KitError && forGood.includes(error.code)) ? againMs : false,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<NativeBalance> => {
    const { namespace, reference, address: own } = parseCaipAddress(address)
    const network = findNetwork(kit.store.get(), caipNetworkId(namespace, reference))
    if (!network) throw new KitError('network_unknown')
    const chain = await kit.chains[namespace]?.()
    if (!chain?.askBalance) throw new KitError('method_unsupported')
    const { decimals, symbol } = network.nativeCurrency
    const { networkId } = network
    const value = await chain.askBalance(own, askNetwork(kit, { networkId, signal })).catch((e: unknown) => {
      // What the wallet said is invalid: the chain is asked without it.
      if (KitError.from(e).code !== 'wallet_answer_invalid') throw e
      return chain.askBalance!(own, askNetwork(kit, { networkId, nodeFirst: true, signal }))
    })
    const balance = { value, decimals, symbol }
    writeCachedBalance(kit, address, balance, signal)
    return balance
  },
})
