import { connectionOf } from '@billfold/core/features/connect/connectionOf'
import { connectWallet } from '@billfold/core/features/connect/connectWallet'
import { goBack } from '@billfold/core/features/modal/navigate'
import type { PairingPhase } from '@billfold/core/features/walletConnect/pairingPhase'
import { walletImageUrl } from '@billfold/core/features/wallets/imageUrl'
import type { View } from '@billfold/core/model/modal'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { walletConnectTexts } from '../../i18n/compiled/walletConnectTexts.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { WaitingPanel } from '../shared/WaitingPanel.tsx'
import { failureText } from './failureText.ts'

type Ended = Extract<PairingPhase, { phase: 'declined' | 'failed' }>
type Connecting = Extract<View, { name: 'ConnectingWalletConnect' | 'ConnectingWalletConnectBasic' }>

/** A failed connection by link: what happened, what it means, and two ways to continue. */
export function ConnectingWalletConnectFailed({
  view,
  pairing,
  shows,
}: {
  view: Connecting
  pairing: Ended
  /** The view of the next attempt. */
  shows: 'code' | 'link'
}) {
  const kit = useKit()
  const text = useText()
  const own = useArea(walletConnectTexts)
  const wallet = 'wallet' in view ? view.wallet : undefined
  const image = useSelect((state) => (wallet ? walletImageUrl(state, wallet) : undefined))
  const hasBack = useSelect((state) => state.modal.history.length > 1)
  const again = () => {
    const connection = connectionOf(kit.store.get(), view)
    if (connection) void connectWallet(kit, connection)
  }
  const words =
    pairing.phase === 'declined'
      ? { title: text.connecting.declined, text: text.connecting.declinedText }
      : failureText(pairing.code, text, own)
  return (
    <WaitingPanel
      name={wallet?.name ?? text.titles.ConnectingWalletConnect}
      image={image}
      state={pairing.phase === 'declined' ? 'failed' : 'caution'}
      title={words.title}
      text={words.text}
      help={{ title: '', hints: [] }}
    >
      <Button look="primary" wide icon="refresh" data-testid="w3m-connecting-widget-secondary-button" onClick={again}>
        {pairing.phase === 'declined' ? text.shell.tryAgain : shows === 'code' ? own.newCode : own.newLink}
      </Button>
      {hasBack ? (
        <Button look="quiet" wide data-testid="w3m-connecting-other" onClick={() => goBack(kit)}>
          {text.connecting.other}
        </Button>
      ) : null}
    </WaitingPanel>
  )
}
