import type { Namespace } from '@billfold/protocol/caip'
import type { Kit } from '../../kit.ts'
import type { Connector, WalletAccount } from '../../model/connector.ts'
import type { Source } from '../../model/source.ts'
import { withDeadline } from '../../ports/withDeadline.ts'
import { connectionsOf } from '../connect/connections.ts'

const waitMs = 3000
const lifeMs = 10_000

export type NamedSource = Source & { wallet: string }

/**
 * The accounts that a transfer or swap can use: those of connected wallets, the current one first, then of others that
 * already trust this page. Never prompts or disconnects.
 */
export const sourcesQuery = (kit: Kit, { namespace }: { namespace: Namespace }) => {
  const state = kit.store.get()
  const connected = connectionsOf(state, namespace)
  const isConnected = (id: string) => connected.some(({ connectorId }) => connectorId === id)
  const family = state.connectors.filter((c) => c.namespace === namespace)
  const others = family.filter((c) => !isConnected(c.id) && c.type !== 'WALLET_CONNECT')
  const known = connected.map(({ connectorId, accounts }) => ({ connectorId, accounts }))
  return {
    queryKey: ['sources', namespace, known, others.map(({ id }) => id)] as const,
    staleTime: lifeMs,
    retry: false,
    queryFn: async (): Promise<readonly NamedSource[]> => {
      if (known.length === 0) return []
      const chain = await kit.chains[namespace]?.()
      const own = known.flatMap(({ connectorId, accounts }) => {
        const wallet = family.find(({ id }) => id === connectorId)?.name ?? ''
        return accounts.map((account) => sourceOf(account, { connectorId, wallet }))
      })
      const results = await Promise.all(
        others.map(async ({ id, name: wallet }) => {
          const accounts = await quietAccounts(kit, kit.connectors.get(namespace, id))
          return accounts.flatMap((account) => {
            const address = parsed(account.address, chain?.parseAddress)
            return address ? [sourceOf({ ...account, address }, { connectorId: id, wallet })] : []
          })
        }),
      )
      return [...own, ...results.flat()]
    },
  }
}

const sourceOf = (
  { address, type, publicKey }: WalletAccount,
  of: Pick<NamedSource, 'connectorId' | 'wallet'>,
): NamedSource => ({ ...of, address, type, ...(publicKey ? { publicKey } : {}) })

async function quietAccounts(kit: Kit, connector: Connector | undefined): Promise<readonly WalletAccount[]> {
  if (!connector) return []
  try {
    return await withDeadline(kit.ports.clock, waitMs, connector.accounts())
  } catch {
    // A wallet that does not list accounts has nothing to send from.
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
