import { connectorImageUrl } from '@billfold/core/features/wallets/imageUrl'
import type { Namespace } from '@billfold/protocol/caip'
import { useKit } from '../hooks/KitContext.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { classNames } from '../ui/classNames.ts'
import { WalletTile } from '../ui/WalletTile.tsx'
import { installedWallet, walletTitle } from './walletNames.ts'

/** Props of `AppKitWalletButton`. */
export type AppKitWalletButtonProps = {
  /** A wallet's name as one word (`metamask`, `walletConnect`), its rdns, or its id in the registry. */
  wallet: string
  /** The text on the button; the wallet's name by default. */
  label?: string | undefined
  /** Takes no clicks; `false` by default. */
  disabled?: boolean | undefined
  /** `'md'` (44 pixels high) by default, or `'sm'` (36). */
  size?: 'md' | 'sm' | undefined
  /** Only this family's wallet of that name. */
  namespace?: Namespace | undefined
}

/** A button that leads straight to one wallet. */
export function WalletButtonFace({ wallet, label, disabled, size = 'md', namespace }: AppKitWalletButtonProps) {
  const kit = useKit()
  const installed = useSelect((state) => installedWallet(state, wallet, namespace))
  const image = useSelect((state) => installed && connectorImageUrl(state, installed))
  const name = installed?.name ?? walletTitle(wallet)
  const open = async () => (await import('./openWallet.ts')).openWallet(kit, { wallet, namespace })
  return (
    <button
      type="button"
      disabled={disabled}
      aria-haspopup="dialog"
      data-testid={`apkt-wallet-button-${wallet}`}
      className={classNames('host-button', size === 'sm' && 'host-button-sm', 'host-button-plain')}
      onClick={() => void open().catch((error) => kit.ports.log.error(`${name} could not be opened`, error))}
    >
      <WalletTile name={name} image={image} size={24} />
      <bdi>{label ?? name}</bdi>
    </button>
  )
}
