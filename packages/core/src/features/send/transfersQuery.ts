import type { Namespace } from '@billfold/protocol/caip'
import { KitError } from '@billfold/protocol/error'
import type { Transfers } from '../../chains/transfers.ts'
import type { Kit } from '../../kit.ts'

/** A family's transfer code; null if the kit cannot send there, so that no button shows. */
export const transfersQuery = (kit: Kit, { namespace }: { namespace: Namespace }) => ({
  queryKey: ['transfers', namespace] as const,
  staleTime: Number.POSITIVE_INFINITY,
  structuralSharing: false,
  queryFn: async (): Promise<Transfers | null> => {
    const chain = await kit.chains[namespace]?.()
    return (await chain?.transfers?.()) ?? null
  },
})

/** The same, required. */
export async function needTransfers(load: Kit['chains'][Namespace]): Promise<Transfers> {
  const transfers = await (await load?.())?.transfers?.()
  if (!transfers) throw new KitError('method_unsupported')
  return transfers
}
