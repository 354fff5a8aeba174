import { networkImageUrl } from '@billfold/core/features/wallets/imageUrl'
import { requestedNetworks } from '@billfold/core/model/findNetwork'
import type { Namespace } from '@billfold/protocol/caip'
import { useSelect } from '../../hooks/useSelect.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { WalletTile } from '../../ui/WalletTile.tsx'

/** A family's picture: that of its first network. */
export function FamilyTile({ namespace, size = 40 }: { namespace: Namespace; size?: number }) {
  const { families } = useText()
  const image = useSelect((state) => {
    const [first] = requestedNetworks(state, namespace)
    return first && networkImageUrl(state, first)
  })
  return <WalletTile name={families[namespace]} image={image} size={size} round />
}
