import { browserLink } from '@billfold/core/features/wallets/browserLink'
import { walletImageUrl } from '@billfold/core/features/wallets/imageUrl'
import { linkTarget } from '@billfold/core/wc/deepLink'
import type { Wallet } from '@billfold/protocol/api/registry'
import { useState } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useCopy } from '../../hooks/useCopy.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useUnopened } from '../../hooks/useUnopened.ts'
import { walletConnectTexts } from '../../i18n/compiled/walletConnectTexts.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { WalletTile } from '../../ui/WalletTile.tsx'
import { GetWallet } from './GetWallet.tsx'
import { WalletNotOpened } from './WalletNotOpened.tsx'

/** Opens this page in the wallet's own browser, where its provider needs no relay: by a link here, or a code for a phone. */
export function ConnectingInWalletBrowser({ wallet, shows }: { wallet: Wallet; shows: 'link' | 'code' }) {
  const { page } = useKit().ports
  const { shell } = useText()
  const text = useArea(walletConnectTexts)
  const copy = useCopy()
  const device = useSelect((state) => state.device)
  const image = useSelect((state) => walletImageUrl(state, wallet))
  const [presses, setPresses] = useState(0)
  const isUnopened = useUnopened(presses)
  const { name } = wallet
  const link = browserLink(wallet.browser_link ?? '', page.href())
  if (!link) return null
  return (
    <>
      {shows === 'code' ? (
        <QrCode text={link} label={text.scanPage(name)}>
          <WalletTile name={name} image={image} size={44} />
        </QrCode>
      ) : (
        <WalletTile name={name} image={image} size={72} />
      )}
      <div className="panel-text">
        <p className="panel-title">{shows === 'code' ? text.scanPage(name) : text.openPage(name)}</p>
        <p className="panel-detail">{shows === 'code' ? text.scanPageText(name) : text.openPageText(name)}</p>
      </div>
      {isUnopened ? <WalletNotOpened wallet={wallet} code={link} hints={text.hints(name).slice(0, 2)} /> : null}
      {shows === 'link' ? (
        <div className="actions">
          <a
            className="button button-primary button-m button-wide"
            href={link}
            target={linkTarget(link, device)}
            rel="noreferrer noopener"
            data-testid={isUnopened ? 'w3m-connecting-widget-secondary-button' : 'wallet-open-browser'}
            onClick={() => setPresses((count) => count + 1)}
          >
            {isUnopened ? <Icon name="refresh" /> : null}
            <span className="button-label">{isUnopened ? shell.tryAgain : text.open(name)}</span>
          </a>
        </div>
      ) : null}
      <div className="wc-footer">
        <Button
          look="quiet"
          size="s"
          icon="copy"
          data-testid="copy-browser-link"
          onClick={() => void copy(link, 'linkCopied')}
        >
          {text.copyLink}
        </Button>
        <GetWallet wallet={wallet} />
      </div>
    </>
  )
}
