import { pairingPhase } from '@billfold/core/features/walletConnect/pairingPhase'
import { type Platform, platformsOf } from '@billfold/core/features/walletConnect/platformsOf'
import type { View } from '@billfold/core/model/modal'
import { useState } from 'react'
import { useSelect } from '../../hooks/useSelect.ts'
import { walletConnectTexts } from '../../i18n/compiled/walletConnectTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import { ConnectingInWalletBrowser } from './ConnectingInWalletBrowser.tsx'
import { ConnectingWalletConnectApp } from './ConnectingWalletConnectApp.tsx'
import { ConnectingWalletConnectBrowser } from './ConnectingWalletConnectBrowser.tsx'
import { ConnectingWalletConnectFailed } from './ConnectingWalletConnectFailed.tsx'
import { ConnectingWalletConnectQr } from './ConnectingWalletConnectQr.tsx'
import { DownloadsView } from './DownloadsView.tsx'

type Connecting = Extract<View, { name: 'ConnectingWalletConnect' }>

const withoutRelay: readonly Platform[] = ['browser', 'in-app', 'link code']

/** Offers a link to a wallet: as a code, in its app, its page, or its extension, as the wallet allows. */
export function ConnectingWalletConnectView({ view }: { view: Connecting }) {
  const { wallet } = view
  const text = useArea(walletConnectTexts)
  const pairing = useSelect(pairingPhase)
  const platforms = useSelect((state) => platformsOf(state, wallet))
  const [first] = platforms
  const [chosen, setChosen] = useState(first)
  const platform = chosen && platforms.includes(chosen) ? chosen : first
  if (!platform) return wallet ? <DownloadsView view={{ name: 'Downloads', wallet }} /> : null
  if ((pairing.phase === 'declined' || pairing.phase === 'failed') && !withoutRelay.includes(platform))
    return (
      <ConnectingWalletConnectFailed view={view} pairing={pairing} shows={platform === 'qr code' ? 'code' : 'link'} />
    )
  return (
    <div className="stack">
      {platforms.length > 1 ? (
        <Tabs
          label={text.ways}
          tabs={platforms.map((id) => ({ id, label: text.platforms[id] }))}
          selected={platform}
          onSelect={setChosen}
        />
      ) : null}
      <div
        className="wc"
        key={platform}
        data-platform={platform}
        {...(platforms.length > 1 ? { role: 'tabpanel', 'aria-label': text.platforms[platform] } : {})}
      >
        {platform === 'qr code' || !wallet ? (
          <ConnectingWalletConnectQr wallet={wallet} />
        ) : platform === 'in-app' || platform === 'link code' ? (
          <ConnectingInWalletBrowser wallet={wallet} shows={platform === 'in-app' ? 'link' : 'code'} />
        ) : platform === 'browser' ? (
          <ConnectingWalletConnectBrowser wallet={wallet} />
        ) : (
          <ConnectingWalletConnectApp wallet={wallet} platform={platform} />
        )}
      </div>
    </div>
  )
}
