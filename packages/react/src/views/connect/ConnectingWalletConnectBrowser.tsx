import { findConnector } from '@billfold/core/features/connect/findConnector'
import { replace } from '@billfold/core/features/modal/navigate'
import { walletImageUrl } from '@billfold/core/features/wallets/imageUrl'
import type { Wallet } from '@billfold/protocol/api/registry'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { walletConnectTexts } from '../../i18n/compiled/walletConnectTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { WalletTile } from '../../ui/WalletTile.tsx'

/** The wallet's extension: where to get it, and the way to it once it is here. */
export function ConnectingWalletConnectBrowser({ wallet }: { wallet: Wallet }) {
  const kit = useKit()
  const text = useArea(walletConnectTexts)
  const image = useSelect((state) => walletImageUrl(state, wallet))
  const connector = useSelect((state) => findConnector(state, wallet))
  const connect = () =>
    connector &&
    replace(kit, { name: 'ConnectingExternal', connectorId: connector.id, namespace: connector.namespace, wallet })
  return (
    <>
      <WalletTile name={wallet.name} image={image} size={72} />
      <div className="panel-text">
        <p className="panel-title">{connector ? text.installed(wallet.name) : text.notInstalled(wallet.name)}</p>
        <p className="panel-detail">{connector ? text.installedText : text.notInstalledText}</p>
      </div>
      <div className="actions">
        {connector ? (
          <Button look="primary" wide data-testid="wc-connect-here" onClick={connect}>
            {text.connectHere}
          </Button>
        ) : wallet.chrome_store ? (
          <LinkButton look="primary" wide href={wallet.chrome_store}>
            {text.getExtension}
          </LinkButton>
        ) : null}
      </div>
    </>
  )
}
