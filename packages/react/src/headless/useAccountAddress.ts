import { caipAddressOf } from '@billfold/core/features/account/account'
import { activeNetworkId } from '@billfold/core/features/network/network'
import type { CaipAddress } from '@billfold/protocol/caip'
import { useSelect } from '../hooks/useSelect.ts'
import { useServed } from '../hooks/useServed.ts'

/** The account in use, whether your API knows its chain, and what a query is asked with meanwhile. */
export function useAccountAddress() {
  const own = useSelect((state) => caipAddressOf(state))
  const networkId = useSelect(activeNetworkId)
  const { served } = useServed(own === undefined ? undefined : networkId)
  const address: CaipAddress = own ?? `${networkId}:none`
  return { own, address, served, isServed: own !== undefined && served === 'yes' }
}
