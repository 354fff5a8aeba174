import { openModal } from '@billfold/core/features/modal/openModal'
import { networkImageUrl } from '@billfold/core/features/wallets/imageUrl'
import { activeNetwork, isWrongNetwork, networkName } from '@billfold/core/model/findNetwork'
import { useKit } from '../hooks/KitContext.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { useButtonText } from '../i18n/ButtonText.ts'
import { classNames } from '../ui/classNames.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { downPath, warningPath } from '../ui/hostPaths.ts'
import { WalletTile } from '../ui/WalletTile.tsx'

/** Props of `AppKitNetworkButton`. */
export type AppKitNetworkButtonProps = {
  /** Takes no clicks; `false` by default. */
  disabled?: boolean | undefined
  /** Instead of "Select network" while there is none. */
  label?: string | undefined
}

/** The network button's content in its shadow root: the active network. */
export function NetworkButtonFace({ disabled, label }: AppKitNetworkButtonProps) {
  const kit = useKit()
  const text = useButtonText()
  const network = useSelect(activeNetwork)
  const image = useSelect((state) => (network ? networkImageUrl(state, network) : undefined))
  const isWrong = useSelect((state) => isWrongNetwork(state))
  const name = useSelect(networkName)
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
      <bdi>{isWrong ? text.wrongNetwork : (name ?? label ?? text.selectNetwork)}</bdi>
      <Glyph path={downPath} size={16} />
    </button>
  )
}
