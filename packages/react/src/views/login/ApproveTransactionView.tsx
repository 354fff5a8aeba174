import { replace } from '@billfold/core/features/modal/navigate'
import { ledgerId } from '@billfold/core/ledger/ledgerId'
import { connectedAccount } from '@billfold/core/model/connectedAccount'
import { Suspense, useEffect } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { lazyPart } from '../../modal/lazyPart.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Ring } from '../../ui/Ring.tsx'
import { useEmbedded } from './useEmbedded.ts'

const LedgerPanel = lazyPart(async () => (await import('../ledger/LedgerPanel.tsx')).LedgerPanel)

/** A request that waits outside this dialog: in the embedded wallet's prompt, or on a device. */
export function ApproveTransactionView() {
  const isLedger = useSelect((state) => connectedAccount(state)?.connectorId === ledgerId)
  if (!isLedger) return <FrameApproval />
  return (
    <Suspense>
      <LedgerPanel />
    </Suspense>
  )
}

/** Behind the embedded wallet's prompt, and before it. Leaving it rejects. */
function FrameApproval() {
  const kit = useKit()
  const { text, state } = useEmbedded()
  const { approve } = text
  const isOpen = useSelect(({ modal }) => modal.open)
  const { shell } = useText()
  // This dialog may have been opened after the wallet's: the wallet's is the one to answer.
  useEffect(() => kit.embedded?.raise(), [kit])
  // A site can open this view by its name: without a question there is nothing to wait for.
  const isIdle = isOpen && !state.asked
  useEffect(() => {
    if (isIdle) replace(kit, { name: 'Account' })
  }, [kit, isIdle])
  return (
    <div className="panel">
      <Ring state="waiting" round>
        <span className="empty-icon">
          <Icon name="wallet" />
        </span>
      </Ring>
      <div className="panel-text" role="status">
        <p className="panel-title">{approve.title}</p>
        <p className="panel-detail">{approve.text}</p>
      </div>
      <div className="actions">
        <Button wide data-testid="approve-show" onClick={() => kit.embedded?.raise()}>
          {approve.show}
        </Button>
        <Button
          look="quiet"
          wide
          data-testid="approve-cancel"
          onClick={() => kit.store.send({ type: 'embedded/dismissed' })}
        >
          {shell.cancel}
        </Button>
      </div>
    </div>
  )
}
