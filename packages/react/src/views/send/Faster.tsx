import { currentView } from '@billfold/core/features/modal/modal'
import { replace } from '@billfold/core/features/modal/navigate'
import { bumpQuery } from '@billfold/core/features/send/bumpQuery'
import { findNetwork } from '@billfold/core/model/findNetwork'
import { isFlowPending } from '@billfold/core/model/isFlowPending'
import type { SendAttempt } from '@billfold/core/model/send'
import type { Source } from '@billfold/core/model/source'
import type { Transaction } from '@billfold/core/model/transactions'
import { useEffect, useState } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { usePrepare } from '../../hooks/PrepareContext.ts'
import { useActing } from '../../hooks/useActing.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { fasterTexts } from '../../i18n/compiled/fasterTexts.ts'
import { sendTexts } from '../../i18n/compiled/sendTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Address } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { ReviewActions } from './ReviewActions.tsx'
import type { SendWaiting as Waiting } from './SendWaiting.tsx'
import type { Trouble as Why } from './Trouble.tsx'
import { useAmountText } from './useAmountText.ts'

const loadRaise = () => import('@billfold/core/features/send/bumpFee')
const notLoaded: SendAttempt = { phase: 'failed', step: 'checking', trouble: 'not_loaded', message: '' }

/** A payment that waits, at a higher fee: what it costs now, what it would cost, and the difference. */
export function Faster({
  transaction,
  source,
  SendWaiting,
  Trouble,
}: {
  transaction: Transaction
  source: Source
  SendWaiting: typeof Waiting
  Trouble: typeof Why
}) {
  const kit = useKit()
  const words = useArea(fasterTexts)
  const { status, review, to, cancel } = useArea(sendTexts)
  const amountText = useAmountText()
  const prepare = usePrepare()
  const { isMissing, run } = useActing(loadRaise)
  const [isBegun, setBegun] = useState(false)
  const attempt = useSelect((state) => state.send.attempt)
  const network = useSelect((state) => findNetwork(state, transaction.networkId))
  const { data: raise, isError, refetch } = useKitQuery(bumpQuery(kit, transaction, source.publicKey))
  // An earlier transfer's result does not concern this one.
  useEffect(() => {
    if (!isFlowPending(kit.store.get().send)) kit.store.send({ type: 'send/abandoned' })
  }, [kit])
  const { meant, hash } = transaction
  const coin = network?.nativeCurrency ?? meant
  const shown = raise && 'fee' in raise ? raise : undefined
  const isBusy = isFlowPending({ attempt })
  const fees = shown && { ...shown, more: shown.fee - shown.before }
  const send = () =>
    run(async ({ bumpFee }) => {
      if (!shown) return
      setBegun(true)
      const sent = await bumpFee(kit, { transaction, shown, source, prepare })
      const view = currentView(kit.store.get().modal)
      const isHere = view.name === 'WalletSendStatus' && view.hash === hash
      if (sent && isHere) replace(kit, { name: 'WalletSendStatus', hash: sent })
    })
  if (isBegun && attempt.phase === 'asking')
    return <SendWaiting source={source} amount={amountText(BigInt(meant.amount), meant)} />
  return (
    <div className="stack send" data-testid="send-faster-review">
      <p className="send-hero">
        <span className="send-label">{status.faster}</span>
        <span className="send-hero-amount">{amountText(BigInt(meant.amount), meant)}</span>
        <span className="send-note">{words.text}</span>
      </p>
      <dl className="send-facts">
        <div className="send-fact send-fact-tall">
          <dt className="send-label">{to}</dt>
          <dd>
            <Address value={meant.to} whole />
          </dd>
        </div>
        {(['before', 'fee', 'more'] as const).map((which) => (
          <div key={which} className="send-fact">
            <dt className="send-label">{words[which]}</dt>
            <dd data-testid={`send-faster-${which}`}>
              {fees ? amountText(fees[which], coin) : raise ? '—' : <Skeleton shape="line" />}
            </dd>
          </div>
        ))}
      </dl>
      <div className="send-foot">
        {raise && 'refusal' in raise ? (
          <div className="callout" role="alert" data-testid="send-faster-refused" data-refusal={raise.refusal}>
            <Icon name="warning" />
            <p>{words[raise.refusal]}</p>
          </div>
        ) : (
          <Trouble
            plan={undefined}
            attempt={isMissing ? notLoaded : attempt}
            isUnchecked={isError && !raise}
            onAgain={() => void refetch()}
          />
        )}
        <ReviewActions flow="send" form={{ source, network }} cancel={cancel} className="actions send-actions">
          <Button
            look="primary"
            wide
            disabled={!shown || isBusy}
            busy={isBusy || !(raise || isError)}
            data-testid="send-faster-pay"
            onClick={() => void send()}
          >
            {raise || isError ? status.faster : review.checking}
          </Button>
        </ReviewActions>
      </div>
    </div>
  )
}
