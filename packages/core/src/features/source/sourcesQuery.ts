import type { Namespace } from '@billfold/protocol/caip'
import type { Connector, WalletAccount } from '../../connectors/connector.ts'
import type { Kit } from '../../kit.ts'
import { withDeadline } from '../../ports/withDeadline.ts'
import { connectedAccount } from '../account/account.ts'
import type { Source } from './source.ts'

const waitMs = 3000
const lifeMs = 10_000

export type NamedSource = Source & { wallet: string }

/**
 * The accounts a transfer can come from: those of the wallet in use, then those of other wallets that already trust this
 * page. Nobody is asked anything, and nothing is disconnected.
 */
export const sourcesQuery = (kit: Kit, { namespace }: { namespace: Namespace }) => {
  const state = kit.store.get()
  const account = connectedAccount(state, namespace)
  const others = state.connectors.filter(
    (c) => c.namespace === namespace && c.id !== account?.connectorId && c.type !== 'WALLET_CONNECT',
  )
  return {
    queryKey: ['sources', namespace, account?.connectorId, account?.accounts, others.map(({ id }) => id)] as const,
    staleTime: lifeMs,
    retry: false,
    queryFn: async (): Promise<readonly NamedSource[]> => {
      if (!account) return []
      const chain = await kit.chains[namespace]?.()
      const name = state.connectors.find((c) => c.id === account.connectorId && c.namespace === namespace)?.name ?? ''
      const own = account.accounts.map(({ address, type }) => ({
        connectorId: account.connectorId,
        address,
        type,
        wallet: name,
      }))
      const found = await Promise.all(
        others.map(async ({ id, name: wallet }) => {
          const accounts = await quietAccounts(kit, kit.connectors.get(namespace, id))
          return accounts.flatMap(({ address: text, type }) => {
            const address = parsed(text, chain?.parseAddress)
            return address ? [{ connectorId: id, address, type, wallet }] : []
          })
        }),
      )
      return [...own, ...found.flat()]
    },
  }
}

async function quietAccounts(kit: Kit, connector: Connector | undefined): Promise<readonly WalletAccount[]> {
  if (!connector) return []
  try {
    return await withDeadline(kit.ports.clock, waitMs, connector.accounts())
  } catch {
    // A wallet that does not say has nothing to send from.
    return []
  }
}

function parsed(text: string, parse: ((text: string) => string) | undefined): string | undefined {
  try {
    return parse?.(text)
  } catch {
    // Not an address, so not an account.
    return undefined
  }
}
