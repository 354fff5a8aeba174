import { openModal } from '@billfold/core/features/modal/openModal'
import { activeNetwork, isWrongNetwork } from '@billfold/core/features/network/network'
import { networkImageUrl } from '@billfold/core/features/wallets/imageUrl'
import { KitContext, useKit } from '../hooks/KitContext.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { useText } from '../i18n/LocaleContext.ts'
import { ShadowHost } from '../theme/ShadowHost.tsx'
import { classNames } from '../ui/classNames.ts'
import { Icon } from '../ui/Icon.tsx'
import { WalletTile } from '../ui/WalletTile.tsx'
import { useAppKitOf } from './AppKitContext.ts'

/** Shows the network and leads to the choice of another. */
export function AppKitNetworkButton({ disabled }: { disabled?: boolean }) {
  const { kit } = useAppKitOf('AppKitNetworkButton')
  return (
    <KitContext value={kit}>
      <ShadowHost kit={kit}>
        <Face disabled={disabled ?? false} />
      </ShadowHost>
    </KitContext>
  )
}

function Face({ disabled }: { disabled: boolean }) {
  const kit = useKit()
  const text = useText().button
  const network = useSelect(activeNetwork)
  const image = useSelect((state) => (network ? networkImageUrl(state, network) : undefined))
  const isWrong = useSelect((state) => isWrongNetwork(state))
  return (
    <button
      type="button"
      disabled={disabled}
      aria-haspopup="dialog"
      data-testid="w3m-network-button"
      className={classNames('host-button', isWrong ? 'host-button-wrong' : 'host-button-plain')}
      onClick={() => openModal(kit, { view: { name: 'Networks' } })}
    >
      {isWrong ? <Icon name="warning" /> : null}
      {network && !isWrong ? <WalletTile name={network.name} image={image} size={24} round /> : null}
      {isWrong ? text.wrongNetwork : (network?.name ?? text.selectNetwork)}
      <Icon name="down" size={16} />
    </button>
  )
}
