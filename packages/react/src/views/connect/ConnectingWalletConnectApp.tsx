import { openWalletApp, rememberWalletApp } from '@billfold/core/features/walletConnect/openWalletApp'
import { pairingPhase } from '@billfold/core/features/walletConnect/pairingPhase'
import type { Platform } from '@billfold/core/features/walletConnect/platformsOf'
import { walletImageUrl } from '@billfold/core/features/wallets/imageUrl'
import { linkTarget, pairingLink } from '@billfold/core/wc/deepLink'
import type { Wallet } from '@billfold/protocol/api/registry'
import { useEffect, useRef, useState } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useUnopened } from '../../hooks/useUnopened.ts'
import { walletConnectTexts } from '../../i18n/compiled/walletConnectTexts.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Ring } from '../../ui/Ring.tsx'
import { WalletTile } from '../../ui/WalletTile.tsx'
import { ConnectingWalletConnectRelay } from './ConnectingWalletConnectRelay.tsx'
import { PairingFooter } from './PairingFooter.tsx'
import { WalletNotOpened } from './WalletNotOpened.tsx'

type App = Extract<Platform, 'mobile' | 'desktop' | 'webapp'>

/** Leads to a wallet's app or page by a link that is ready before the tap: a phone lets an app open only in a gesture. */
export function ConnectingWalletConnectApp({ wallet, platform }: { wallet: Wallet; platform: App }) {
  const kit = useKit()
  const { connecting, shell } = useText()
  const text = useArea(walletConnectTexts)
  const device = useSelect((state) => state.device)
  const image = useSelect((state) => walletImageUrl(state, wallet))
  const pairing = useSelect(pairingPhase)
  const appUrl = appUrlOf(wallet, platform)
  const link = pairing.phase === 'offered' && appUrl ? pairingLink(appUrl, pairing.uri, device) : undefined
  const [opened, setOpened] = useState(0)
  const isUnopened = useUnopened(opened)
  const { name } = wallet

  const isFirst = useRef(true)
  const redirect = link?.redirect
  useEffect(() => {
    if (!redirect || !link || !isFirst.current) return
    isFirst.current = false
    // The tap that chose the wallet may still count; an iPhone would prompt about a link that no one tapped.
    if (platform !== 'mobile' || device.ios || !hasGesture()) return
    openWalletApp(kit, { link, name })
    setOpened((count) => count + 1)
  }, [kit, redirect, link, platform, device, name])

  const onOpen = () => {
    if (!link) return
    // The browser follows the link itself, in the gesture.
    rememberWalletApp(kit, { link, name })
    setOpened((count) => count + 1)
  }
  return (
    <>
      <Ring state="waiting">
        <WalletTile name={name} image={image} size={72} />
      </Ring>
      <div className="panel-text" role="status">
        <p className="panel-title">{connecting.continueIn(name)}</p>
        <p className="panel-detail">{text.openText(name)}</p>
      </div>
      <ConnectingWalletConnectRelay />
      {isUnopened ? (
        <WalletNotOpened
          wallet={wallet}
          code={pairing.phase === 'offered' ? pairing.uri : undefined}
          hints={text.hints(name)}
        />
      ) : null}
      <div className="actions">
        {link ? (
          <a
            className="button button-primary button-m button-wide"
            href={link.redirect}
            target={linkTarget(link.redirect, device)}
            rel="noreferrer noopener"
            data-testid={isUnopened ? 'w3m-connecting-widget-secondary-button' : 'wc-open-wallet'}
            onClick={onOpen}
          >
            {isUnopened ? <Icon name="refresh" /> : null}
            <span className="button-label">{isUnopened ? shell.tryAgain : text.open(name)}</span>
          </a>
        ) : (
          <Button look="primary" wide disabled busy data-testid="wc-open-wallet">
            {text.preparing}
          </Button>
        )}
      </div>
      <PairingFooter wallet={wallet} shows="link" />
    </>
  )
}

const appUrlOf = (wallet: Wallet, platform: App): string | null | undefined =>
  ({ mobile: wallet.mobile_link, desktop: wallet.desktop_link, webapp: wallet.webapp_link })[platform]

const hasGesture = (): boolean => navigator.userActivation?.isActive ?? false
