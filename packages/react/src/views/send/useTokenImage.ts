import { balancesQuery } from '@billfold/core/features/balances/balancesQuery'
import { swapTokensKey } from '@billfold/core/features/swap/swapTokensKey'
import { caipAddressOf } from '@billfold/core/model/connectedAccount'
import { activeNetworkId } from '@billfold/core/model/findNetwork'
import type { SwapAsset } from '@billfold/core/model/swap'
import { queriesOf } from '@billfold/core/queries/queriesOf'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'

/** Pictures of tokens from the lists that other views have loaded: a picture alone is no reason for a request. */
export function useTokenImage() {
  const kit = useKit()
  const account = useSelect((state) => caipAddressOf(state))
  const networkId = useSelect(activeNetworkId)
  const held = useKitQuery({ ...balancesQuery(kit, { address: account ?? `${networkId}:none` }), enabled: false }).data
  const swapped = queriesOf(kit).getQueryData<readonly SwapAsset[]>(swapTokensKey(networkId).queryKey)
  return ({ address, token = address }: { address?: string | null | undefined; token?: string | null | undefined }) => {
    const isIt = (other: { address?: string | undefined }) => sameAddress(networkId, other.address, token ?? undefined)
    return held?.find(isIt)?.iconUrl ?? swapped?.find(isIt)?.imageUrl
  }
}
