import { goBack } from '@billfold/core/features/modal/navigate'
import { reachFrom } from '@billfold/core/features/walletConnect/platformsOf'
import { walletImageUrl } from '@billfold/core/features/wallets/imageUrl'
import type { View } from '@billfold/core/model/modal'
import type { Wallet } from '@billfold/protocol/api/registry'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { walletConnectTexts } from '../../i18n/compiled/walletConnectTexts.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import type { Messages } from '../../i18n/Messages.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { IconName } from '../../ui/iconPaths.ts'
import { LinkRow } from '../../ui/LinkRow.tsx'
import { WalletTile } from '../../ui/WalletTile.tsx'

/** A wallet's download links. */
export function DownloadsView({ view: { wallet } }: { view: Extract<View, { name: 'Downloads' }> }) {
  const kit = useKit()
  const text = useText()
  const image = useSelect((state) => walletImageUrl(state, wallet))
  const reason = useSelect((state) => reachFrom(state, wallet).reason)
  const { noReach } = useArea(walletConnectTexts)
  const places = placesOf(text, wallet)
  if (places.length === 0)
    return (
      <EmptyState icon="wallet" title={text.downloads.none}>
        <Button size="s" onClick={() => goBack(kit)}>
          {text.connecting.other}
        </Button>
      </EmptyState>
    )
  return (
    <div className="stack">
      <div className="panel-head">
        <WalletTile name={wallet.name} image={image} size={72} />
        {reason ? (
          <div className="panel-text" role="status" data-testid="wallet-no-reach">
            <p className="panel-title">{noReach.title(wallet.name)}</p>
            <p className="panel-detail">{noReach[reason](wallet.name)}</p>
          </div>
        ) : (
          <p className="lede">{text.downloads.text(wallet.name)}</p>
        )}
      </div>
      <ul className="rows">
        {places.map(({ icon, label, url }) => (
          <li key={url}>
            <LinkRow icon={icon} title={label} href={url} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function placesOf(text: Messages, wallet: Wallet): readonly { icon: IconName; label: string; url: string }[] {
  const { chrome, ios, android, website } = text.downloads
  const places = [
    { icon: 'browser', label: chrome, url: wallet.chrome_store },
    { icon: 'phone', label: ios, url: wallet.app_store },
    { icon: 'phone', label: android, url: wallet.play_store },
    { icon: 'globe', label: website, url: wallet.homepage },
  ] as const
  return places.flatMap(({ url, ...place }) => (url ? [{ ...place, url }] : []))
}
