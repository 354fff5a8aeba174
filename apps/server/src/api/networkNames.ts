import type { Handlers } from '@billfold/protocol/contract'
import type { networkNamesApi } from '@billfold/protocol/embedded/networkNames'
import type { CallContext } from '../http/serveContract.ts'
import type { RpcDeps } from '../rpc/serveRpc.ts'

/** Returns the operator's names of chains and their coins: the frame shows them if it has none of its own. */
export const networkNamesHandlers = ({
  chains,
}: Pick<RpcDeps, 'chains'>): Handlers<typeof networkNamesApi, CallContext> => ({
  getNetworkNames: async () => ({
    networks: chains.list().map(({ id, name, nativeCurrency: { symbol } }) => ({ chainId: id, name, symbol })),
  }),
})
