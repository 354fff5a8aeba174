import { pairingPhase } from '@billfold/core/features/walletConnect/pairingPhase'
import { walletImageUrl } from '@billfold/core/features/wallets/imageUrl'
import type { Wallet } from '@billfold/protocol/api/registry'
import { useSelect } from '../../hooks/useSelect.ts'
import { walletConnectTexts } from '../../i18n/compiled/walletConnectTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { QrCode } from '../../ui/QrCode.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { WalletTile } from '../../ui/WalletTile.tsx'
import { ConnectingWalletConnectRelay } from './ConnectingWalletConnectRelay.tsx'
import { PairingFooter } from './PairingFooter.tsx'

/** A code for a phone's camera, the link itself to copy, and what the relay is doing where that matters. */
export function ConnectingWalletConnectQr({ wallet }: { wallet?: Wallet | undefined }) {
  const text = useArea(walletConnectTexts)
  const pairing = useSelect(pairingPhase)
  const image = useSelect((state) => (wallet ? walletImageUrl(state, wallet) : undefined))
  const title = wallet ? text.scanWith(wallet.name) : text.scan
  return (
    <>
      {pairing.phase === 'offered' ? (
        <QrCode text={pairing.uri} label={title}>
          {wallet ? <WalletTile name={wallet.name} image={image} size={44} /> : null}
        </QrCode>
      ) : (
        <div className="wc-empty" role="status">
          <Spinner size={24} />
          <span className="visually-hidden">{text.preparing}</span>
        </div>
      )}
      <ConnectingWalletConnectRelay />
      <div className="wc-text">
        <p className="wc-title">{title}</p>
        <p className="panel-detail wc-how">{wallet ? text.scanWithText(wallet.name) : text.scanText}</p>
      </div>
      <PairingFooter wallet={wallet} shows="code" />
    </>
  )
}
