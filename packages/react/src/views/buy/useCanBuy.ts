import { assetsOn, onrampProvidersQuery } from '@billfold/core/features/onramp/onrampProvidersQuery'
import { activeNetwork } from '@billfold/core/model/findNetwork'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'

/**
 * Whether the site offers buying and someone sells on the active network; otherwise nothing about buying is rendered.
 */
export function useCanBuy(): boolean {
  const isWanted = useSelect((state) => state.options.features.onramp)
  const network = useSelect(activeNetwork)
  const { data } = useKitQuery({ ...onrampProvidersQuery(useKit()), enabled: isWanted })
  return isWanted && network !== undefined && assetsOn(data?.providers ?? [], network).length > 0
}
