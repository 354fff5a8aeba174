import { caipAddressOf } from '@billfold/core/model/connectedAccount'
import { activeNetworkId } from '@billfold/core/model/findNetwork'
import type { CaipAddress } from '@billfold/protocol/caip'
import { useSelect } from '../hooks/useSelect.ts'
import { useServed } from '../hooks/useServed.ts'

/** The active account, whether your API knows its chain, and placeholder arguments for queries without one. */
export function useAccountAddress() {
  const own = useSelect((state) => caipAddressOf(state))
  const networkId = useSelect(activeNetworkId)
  const { served } = useServed(own === undefined ? undefined : networkId)
  const address: CaipAddress = own ?? `${networkId}:none`
  return { own, address, served, isServed: own !== undefined && served === 'yes' }
}
