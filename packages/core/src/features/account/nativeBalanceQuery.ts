import { type CaipAddress, caipNetworkId, parseCaipAddress } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Chain, NativeBalance } from '../../chains/chain.ts'
import type { Kit } from '../../kit.ts'
import { withDeadline } from '../../ports/withDeadline.ts'
import { findNetwork, type Network } from '../network/network.ts'
import { rpcUrlsOf } from '../network/rpcUrlsOf.ts'
import { connectedAccount } from './account.ts'
import { balanceLifeMs, readCachedBalance, writeCachedBalance } from './nativeBalanceCache.ts'

const [waitMs, againMs] = [5000, 30_000]
/** No second try helps there. */
const forGood: readonly string[] = ['network_unknown', 'method_unsupported']

/** What an account holds of its chain's own coin, at most half a minute old; fails where the family cannot say. */
export const nativeBalanceQuery = (kit: Kit, { address }: { address: CaipAddress }) => ({
  queryKey: ['nativeBalance', address] as const,
  staleTime: balanceLifeMs,
  initialData: () => readCachedBalance(kit, address)?.balance,
  initialDataUpdatedAt: () => readCachedBalance(kit, address)?.timestamp,
  /** A node that was down for a moment is asked again: else a button says nothing until the page is loaded anew. */
  refetchInterval: ({ state: { error } }: { state: { error: unknown } }) =>
    error && !(error instanceof KitError && forGood.includes(error.code)) ? againMs : false,
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<NativeBalance> => {
    const { namespace, reference, address: own } = parseCaipAddress(address)
    const network = findNetwork(kit.store.get(), caipNetworkId(namespace, reference))
    if (!network) throw new KitError('network_unknown')
    const chain = await kit.chains[namespace]?.()
    if (!chain?.balance) throw new KitError('method_unsupported')
    const rpcUrls = rpcUrlsOf(kit.store.get(), network)
    const balance =
      (await askWallet(kit, chain, network, own)) ?? (await chain.balance({ network, rpcUrls, address: own, signal }))
    writeCachedBalance(kit, address, balance, signal)
    return balance
  },
})

/** The wallet's answer, if it stands on that chain: a page that only shows a balance then needs no other host. */
async function askWallet(
  kit: Kit,
  chain: Chain,
  network: Network,
  address: string,
): Promise<NativeBalance | undefined> {
  const account = connectedAccount(kit.store.get(), chain.namespace)
  const connector = account && kit.connectors.get(chain.namespace, account.connectorId)
  if (!connector || !chain.askBalance || account.networkId !== network.networkId) return undefined
  try {
    const { decimals, symbol } = network.nativeCurrency
    const asked = chain.askBalance(address, ({ method, params }) =>
      connector.request(network.networkId, method, params),
    )
    return { value: await withDeadline(kit.ports.clock, waitMs, asked), decimals, symbol }
  } catch (e) {
    kit.ports.log.info(`The wallet could not say the balance (${KitError.from(e).message})`)
    return undefined
  }
}
