import { networkImageUrl } from '@billfold/core/features/wallets/imageUrl'
import { isNetworkApproved } from '@billfold/core/model/findNetwork'
import type { Network } from '@billfold/core/model/network'
import { useSelect } from '../../hooks/useSelect.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { ListRow } from '../../ui/ListRow.tsx'
import { WalletTile } from '../../ui/WalletTile.tsx'

/** One network to choose; marks the active one, and those that the wallet does not know. */
export function NetworkRow({
  network,
  selected,
  onChoose,
}: {
  network: Network
  selected?: boolean
  onChoose: () => void
}) {
  const text = useText()
  const image = useSelect((state) => networkImageUrl(state, network))
  const approved = useSelect((state) => isNetworkApproved(state, network.networkId))
  return (
    <ListRow
      lead={<WalletTile name={network.name} image={image} round />}
      title={network.name}
      detail={approved ? undefined : text.networks.notApproved}
      selected={selected ?? false}
      disabled={!approved}
      data-testid={`w3m-network-switch-${network.name}`}
      onClick={onChoose}
    />
  )
}
