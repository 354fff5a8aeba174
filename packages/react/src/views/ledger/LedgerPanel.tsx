import { goBack } from '@billfold/core/features/modal/navigate'
import { ledgerIcon } from '@billfold/core/ledger/ledgerIcon'
import { ledgerOf } from '@billfold/core/ledger/ledgerOf'
import type { LedgerState } from '@billfold/core/ledger/ledgerState'
import { useSyncExternalStore } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { type LedgerTexts, ledgerTexts } from '../../i18n/compiled/ledgerTexts.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Address } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { Ring } from '../../ui/Ring.tsx'
import { WalletTile } from '../../ui/WalletTile.tsx'
import { LedgerAccounts } from './LedgerAccounts.tsx'

/** The next step on the Ledger, while connecting and while a request waits for it. */
export function LedgerPanel() {
  const kit = useKit()
  const ledger = ledgerOf(kit)
  const state = useSyncExternalStore(ledger.subscribe, ledger.get, ledger.get)
  const text = useArea(ledgerTexts)
  const { shell } = useText()
  const isSupported = ledger.isSupported()
  if (state.phase === 'accounts') return <LedgerAccounts ledger={ledger} state={state} />
  const says = isSupported ? wordsOf(state, text) : { title: text.unsupported.title, text: text.unsupported.text }
  const isCaution = !isSupported || state.phase === 'stopped'
  return (
    <div className="panel" data-testid={`ledger-${isSupported ? state.phase : 'unsupported'}`}>
      <Ring state={isCaution ? 'caution' : 'waiting'}>
        <WalletTile name="Ledger" image={ledgerIcon} size={72} />
      </Ring>
      <div className="panel-text" role="status">
        <p className="panel-title">{says.title}</p>
        {says.text ? <p className="panel-detail">{says.text}</p> : null}
        {state.phase === 'sign' && state.isBlind ? (
          <p className="panel-detail" data-testid="ledger-blind">
            <strong>{text.sign.blind}</strong>
          </p>
        ) : null}
        {!isSupported && kit.walletConnect ? <p className="panel-detail">{text.unsupported.phone}</p> : null}
        {state.phase === 'verify' ? (
          <p className="panel-detail" data-testid="ledger-address">
            <Address value={state.account.address} whole />
          </p>
        ) : null}
      </div>
      <div className="actions">
        {isSupported ? <NextStep ledger={ledger} state={state} text={text} retry={shell.tryAgain} /> : null}
        <Button look="quiet" wide data-testid="ledger-cancel" onClick={() => leave(state, kit, ledger)}>
          {shell.cancel}
        </Button>
      </div>
    </div>
  )
}

type Ledger = ReturnType<typeof ledgerOf>

function leave({ phase }: LedgerState, kit: Parameters<typeof goBack>[0], ledger: Ledger) {
  ledger.cancel()
  // Without a task there is nothing whose end would leave the view.
  if (phase === 'idle') goBack(kit)
}

function NextStep({
  ledger,
  state,
  text,
  retry,
}: {
  ledger: Ledger
  state: LedgerState
  text: LedgerTexts
  retry: string
}) {
  if (state.phase === 'choose')
    return (
      <Button look="primary" wide data-testid="ledger-choose-device" onClick={() => ledger.grant()}>
        {text.choose.button}
      </Button>
    )
  if (state.phase === 'stopped')
    return (
      <Button look="primary" wide icon="refresh" data-testid="ledger-retry" onClick={() => ledger.retry()}>
        {retry}
      </Button>
    )
  if (state.phase !== 'verify' || !state.isApproved) return null
  return (
    <>
      <Button look="primary" wide data-testid="ledger-same" onClick={() => ledger.choose({ account: state.account })}>
        {text.verify.same}
      </Button>
      <Button wide data-testid="ledger-other" onClick={() => ledger.choose('back')}>
        {text.verify.other}
      </Button>
    </>
  )
}

function wordsOf(state: LedgerState, text: LedgerTexts): { title: string; text?: string } {
  switch (state.phase) {
    case 'choose':
      return text.choose
    case 'locked':
      return text.locked
    case 'openApp':
      return { title: text.app.title(state.app), text: text.app.text }
    case 'verify':
      return text.verify
    case 'sign':
      return {
        title: state.kind === 'transaction' ? text.sign.transaction : text.sign.message,
        text: text.sign.text,
      }
    case 'stopped':
      return { title: text.stopped.title, text: troubleText(state, text) }
    default:
      return { title: text.connecting }
  }
}

function troubleText(
  { trouble, app }: Extract<LedgerState, { phase: 'stopped' }>,
  { stopped, unsupported }: LedgerTexts,
) {
  switch (trouble) {
    case 'appMissing':
    case 'wrongApp':
    case 'outdated':
    case 'blindSigning':
      return stopped[trouble](app)
    case 'unplugged':
    case 'busy':
    case 'otherDevice':
    case 'addressDiffers':
    case 'tooLong':
    case 'timeout':
      return stopped[trouble]
    case 'notPermitted':
      return unsupported.text
    default:
      return stopped.unreadable
  }
}
