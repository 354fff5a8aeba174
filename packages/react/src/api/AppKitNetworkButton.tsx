import { openModal } from '@billfold/core/features/modal/openModal'
import { activeNetwork, isWrongNetwork } from '@billfold/core/features/network/network'
import { networkImageUrl } from '@billfold/core/features/wallets/imageUrl'
import { useKit } from '../hooks/KitContext.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { useButtonText } from '../i18n/ButtonText.ts'
import { classNames } from '../ui/classNames.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { downPath, warningPath } from '../ui/hostPaths.ts'
import { WalletTile } from '../ui/WalletTile.tsx'
import { useAppKitOf } from './AppKitContext.ts'
import { ShadowHost } from './ShadowHost.tsx'

/** Shows the network and leads to the choice of another. */
export function AppKitNetworkButton({ disabled }: { disabled?: boolean }) {
  return (
    <ShadowHost appKit={useAppKitOf('AppKitNetworkButton')}>
      <Face disabled={disabled ?? false} />
    </ShadowHost>
  )
}

function Face({ disabled }: { disabled: boolean }) {
  const kit = useKit()
  const text = useButtonText()
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
      {isWrong ? <Glyph path={warningPath} /> : null}
      {network && !isWrong ? <WalletTile name={network.name} image={image} size={24} round /> : null}
      <bdi>{isWrong ? text.wrongNetwork : (network?.name ?? text.selectNetwork)}</bdi>
      <Glyph path={downPath} size={16} />
    </button>
  )
}
