import { push } from '@billfold/core/features/modal/navigate'
import { pairingPhase } from '@billfold/core/features/walletConnect/pairingPhase'
import type { View } from '@billfold/core/model/modal'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { ConnectingWalletConnectFailed } from './ConnectingWalletConnectFailed.tsx'
import { ConnectingWalletConnectQr } from './ConnectingWalletConnectQr.tsx'
import { WalletRows } from './WalletRows.tsx'

type Basic = Extract<View, { name: 'ConnectingWalletConnectBasic' }>

/** A code for any wallet, and the way to all of them; on a phone, the wallets themselves. */
export function ConnectingWalletConnectBasicView({ view }: { view: Basic }) {
  const kit = useKit()
  const text = useText()
  const mobile = useSelect((state) => state.device.mobile)
  const pairing = useSelect(pairingPhase)
  if (mobile)
    return (
      <div className="stack">
        <WalletRows disabled={false} />
      </div>
    )
  if (pairing.phase === 'declined' || pairing.phase === 'failed')
    return <ConnectingWalletConnectFailed view={view} pairing={pairing} shows="code" />
  return (
    <div className="stack">
      <div className="wc">
        <ConnectingWalletConnectQr />
      </div>
      <ListRow
        lead={
          <span className="row-icon">
            <Icon name="grid" />
          </span>
        }
        title={text.connect.allWallets}
        chevron
        data-testid="all-wallets"
        onClick={() => push(kit, { name: 'AllWallets' })}
      />
    </div>
  )
}
