import { connectWallet } from '@billfold/core/features/connect/connectWallet'
import { findMerged } from '@billfold/core/features/connect/mergedConnectors'
import { goBack } from '@billfold/core/features/modal/navigate'
import { connectorImageUrl, walletImageUrl } from '@billfold/core/features/wallets/imageUrl'
import { ledgerId } from '@billfold/core/ledger/ledgerId'
import type { ConnectAttempt } from '@billfold/core/model/connectAttempt'
import type { View } from '@billfold/core/model/modal'
import { Suspense } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import type { Messages } from '../../i18n/Messages.ts'
import { lazyPart } from '../../modal/lazyPart.tsx'
import { Button } from '../../ui/Button.tsx'
import { WaitingPanel } from '../shared/WaitingPanel.tsx'

type Connecting = Extract<View, { name: 'ConnectingExternal' }>

const LedgerPanel = lazyPart(async () => (await import('../ledger/LedgerPanel.tsx')).LedgerPanel)

/** Waits for the approval of an installed wallet. */
export function ConnectingExternalView({ view }: { view: Connecting }) {
  const kit = useKit()
  const text = useText()
  const connector = useSelect((state) => findMerged(state, view.connectorId))
  const attempt = useSelect((state) => state.connectAttempt)
  const image = useSelect((state) =>
    connector ? connectorImageUrl(state, connector) : view.wallet && walletImageUrl(state, view.wallet),
  )
  const name = view.wallet?.name ?? connector?.name ?? ''
  const words = connector ? wordsOf(text, attempt, name) : missing(text)
  const panel = (
    <WaitingPanel
      name={name}
      image={image}
      state={words.state}
      title={words.title}
      text={words.text}
      help={{ title: text.connecting.slow, hints: text.connecting.slowHints(name) }}
    >
      {words.state !== 'waiting' && connector ? (
        <Button
          look="primary"
          wide
          icon="refresh"
          data-testid="w3m-connecting-widget-secondary-button"
          onClick={() => void connectWallet(kit, view)}
        >
          {text.shell.tryAgain}
        </Button>
      ) : null}
      <Button
        look={connector ? 'quiet' : 'primary'}
        wide
        data-testid="w3m-connecting-other"
        onClick={() => goBack(kit)}
      >
        {text.connecting.other}
      </Button>
    </WaitingPanel>
  )
  if (!connector || view.connectorId !== ledgerId || attempt.phase !== 'connecting') return panel
  return (
    <Suspense fallback={panel}>
      <LedgerPanel />
    </Suspense>
  )
}

type Words = { state: 'waiting' | 'failed' | 'caution'; title: string; text: string }

function wordsOf(text: Messages, attempt: ConnectAttempt, name: string): Words {
  const { connecting, errors } = text
  if (attempt.phase === 'declined')
    return { state: 'failed', title: connecting.declined, text: connecting.declinedText }
  if (attempt.phase === 'failed')
    return { state: 'caution', title: connecting.failed, text: errors[attempt.code] ?? errors.internal }
  return { state: 'waiting', title: connecting.continueIn(name), text: connecting.accept }
}

const missing = ({ connecting }: Messages): Words => ({
  state: 'caution',
  title: connecting.missing,
  text: connecting.missingText,
})
