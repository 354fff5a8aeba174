import { pairingPhase } from '@billfold/core/features/walletConnect/pairingPhase'
import { useSelect } from '../../hooks/useSelect.ts'
import { useWaited } from '../../hooks/useWaited.ts'
import { walletConnectTexts } from '../../i18n/compiled/walletConnectTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Spinner } from '../../ui/Spinner.tsx'

/** A first connection is not worth a word before this. */
const patienceMs = 1_500

/** The relay's status, unless it is connected. */
export function ConnectingWalletConnectRelay() {
  const text = useArea(walletConnectTexts).relay
  const relay = useSelect((state) => state.walletConnect.relay)
  const isOffered = useSelect((state) => pairingPhase(state).phase === 'offered')
  const hasWaited = useWaited(patienceMs, isOffered)
  return (
    <div className="wc-relay" role="status" data-testid="wc-relay-status">
      {relay === 'unreachable' ? (
        <div className="callout">
          <Icon name="warning" />
          <div>
            <p className="wc-relay-title">{text.unreachable}</p>
            <p>{text.unreachableText}</p>
          </div>
        </div>
      ) : relay === 'reconnecting' && (isOffered || hasWaited) ? (
        <p className="wc-relay-line">
          <Spinner size={16} />
          {isOffered ? text.reconnecting : text.reaching}
        </p>
      ) : null}
    </div>
  )
}
