import { walletImageUrl } from '@billfold/core/features/wallets/imageUrl'
import type { Wallet } from '@billfold/protocol/api/registry'
import { useState } from 'react'
import { useSelect } from '../../hooks/useSelect.ts'
import { walletConnectTexts } from '../../i18n/compiled/walletConnectTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { WalletTile } from '../../ui/WalletTile.tsx'

/** After a press that opened nothing: what may help, and the code of the link for a phone that has the wallet. */
export function WalletNotOpened({
  wallet,
  code,
  hints,
}: {
  wallet: Wallet
  code: string | undefined
  hints: readonly string[]
}) {
  const text = useArea(walletConnectTexts)
  const image = useSelect((state) => walletImageUrl(state, wallet))
  const [isShown, setShown] = useState(false)
  const { name } = wallet
  return (
    <>
      <div className="hints" role="status" data-testid="wallet-not-opened">
        <p className="hints-title">{text.notOpened(name)}</p>
        <ul>
          {hints.map((hint) => (
            <li key={hint}>{hint}</li>
          ))}
        </ul>
      </div>
      {code && isShown ? (
        <QrCode text={code} label={text.scanWith(name)} size={220}>
          <WalletTile name={name} image={image} size={40} />
        </QrCode>
      ) : code ? (
        <Button look="quiet" size="s" icon="qr" data-testid="wallet-show-code" onClick={() => setShown(true)}>
          {text.showCode}
        </Button>
      ) : null}
    </>
  )
}
