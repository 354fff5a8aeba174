import type { Source } from '@billfold/core/features/source/source'
import { sponsoredQuery } from '@billfold/core/features/source/sponsoredQuery'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'

/** Whether the operator pays the network for what an account does; unknown while its wallet is asked. */
export function useSponsored(networkId: CaipNetworkId, source: Source): boolean | undefined {
  const kit = useKit()
  return useKitQuery({ ...sponsoredQuery(kit, { networkId, source }), enabled: source.type === 'smartAccount' }).data
}
