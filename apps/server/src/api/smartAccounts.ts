import type { Handlers } from '@billfold/protocol/contract'
import type { smartAccountApi } from '@billfold/protocol/embedded/smartAccount'
import type { CallContext } from '../http/serveContract.ts'
import type { RpcDeps } from '../rpc/serveRpc.ts'

/** Lists the chains with smart accounts, and their kind; none without the operator's key for sending operations. */
export function smartAccountHandlers({
  chains,
  smartAccounts,
}: Pick<RpcDeps, 'chains' | 'smartAccounts'>): Handlers<typeof smartAccountApi, CallContext> {
  return {
    async getSmartAccounts(_, { project }) {
      const known = chains.list().map(async (chain) => {
        const kind = smartAccounts?.of(chain)?.kind
        return kind ? [{ chainId: chain.id, kind, isSponsored: await smartAccounts!.sponsors(chain, project.id) }] : []
      })
      return { chains: (await Promise.all(known)).flat() }
    },
  }
}
