import type { TransferPlan } from '@billfold/core/chains/transfers'
import { isStop } from '@billfold/core/features/lookalike/recipientRisks'
import { goBack } from '@billfold/core/features/modal/navigate'
import { planQuery } from '@billfold/core/features/send/chainQueries'
import { isFlowPending } from '@billfold/core/model/isFlowPending'
import type { SendAttempt } from '@billfold/core/model/send'
import { Suspense } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { usePrepare } from '../../hooks/PrepareContext.ts'
import { useActing } from '../../hooks/useActing.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { sendTexts } from '../../i18n/compiled/sendTexts.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { lazyScreen } from '../../modal/lazyScreen.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { Review, warnings } from './Review.tsx'
import { ReviewActions } from './ReviewActions.tsx'
import { SendWaiting } from './SendWaiting.tsx'
import { Trouble, WhyRefused } from './Trouble.tsx'
import { useAmountText } from './useAmountText.ts'
import { type SendForm, useRisks, useSendForm, useSentTo } from './useSendForm.ts'

// Only for the few recipients that are probably wrong; nothing is sent before it has loaded and was answered.
const RecipientStop = lazyScreen(async () => (await import('./RecipientStop.tsx')).RecipientStop)

// Only for a payment that the wallet may still have; the same is not sent before that is answered.
const Asked = lazyScreen(async () => (await import('./formParts.ts')).formParts.Asked, sendTexts)

/** Shared parts for the review of a higher fee. */
export const reviewParts = { SendWaiting, Trouble }

/** The sending code loads during the review. */
const loadSend = () => import('@billfold/core/features/send/sendTransfer')
const notLoaded: SendAttempt = { phase: 'failed', step: 'checking', trouble: 'not_loaded', message: '' }

/** All of a transfer before the wallet gets the request: what leaves, what arrives, the recipient, and what it costs. */
export function WalletSendPreviewView() {
  const kit = useKit()
  const text = useArea(sendTexts)
  const { shell } = useText()
  const isHeld = useSelect((state) => state.send.held !== undefined)
  const form = useSendForm()
  const { network, source, account, token, read, recipient, memo } = form
  const publicKey = source.publicKey ?? account?.accounts.find(({ address }) => address === source.address)?.publicKey
  const { found: payee } = recipient
  // A link's memo is sent to the letter; around a typed one a space is a slip.
  const finalMemo = memo === payee?.memo ? memo : memo.trim()
  if (network && payee && 'units' in read)
    return (
      <Preview
        form={form}
        transfer={{
          ...{ networkId: network.networkId, token, publicKey, accountType: source.type },
          ...{ from: source.address, to: payee.address, amount: read.units },
          ...{ memo: finalMemo || undefined, references: payee.references },
        }}
        name={payee.name}
      />
    )
  if (recipient.state === 'looking') return <Waiting />
  return (
    <EmptyState icon="refresh" title={isHeld ? shell.checkWallet : text.review.gone}>
      <Button data-testid="send-restart" onClick={() => goBack(kit)}>
        {text.review.restart}
      </Button>
    </EmptyState>
  )
}
WalletSendPreviewView.parts = [RecipientStop, WhyRefused, Asked, ...warnings]

const Waiting = () => (
  <div className="view-waiting">
    <Spinner />
  </div>
)

function Preview({
  form,
  transfer,
  name,
}: {
  form: SendForm
  transfer: TransferPlan['transfer']
  name: string | undefined
}) {
  const kit = useKit()
  const text = useArea(sendTexts)
  const sentTo = useSentTo()
  const prepare = usePrepare()
  const { isMissing, run } = useActing(loadSend)
  const attempt = useSelect((state) => state.send.attempt)
  const { data: plan, isError, isFetching, refetch } = useKitQuery(planQuery(kit, transfer))
  const proof = form.recipient.found?.proof
  const risks = useRisks({
    ...{ address: transfer.to, token: transfer.token.address, proof },
    ...{ isBurn: form.transfers?.isBurn, isContract: plan?.isContract },
  })
  const stop = form.draft.confirmed === transfer.to ? undefined : risks.find(isStop)
  const amountText = useAmountText()
  const amount = amountText(transfer.amount, transfer.token)
  const isBusy = isFlowPending({ attempt })
  const isWaiting = isBusy || (isFetching && !plan)
  const isReady = plan && (plan.fee || plan.isWalletsFee) && !plan.refusal && !stop && !isBusy
  const send = async () => {
    if (plan)
      await run(({ sendTransfer }) => sendTransfer(kit, { plan, source: form.source, name, proof, sentTo, prepare }))
  }
  if (attempt.phase === 'asking') return <SendWaiting source={form.source} amount={amount} />
  return (
    <div className="stack send">
      <Review form={form} transfer={transfer} plan={plan} name={name} risks={risks} />
      {stop ? (
        <Suspense fallback={null}>
          <RecipientStop address={transfer.to} name={name} risk={stop} />
        </Suspense>
      ) : null}
      <div className="send-foot">
        {attempt.phase === 'failed' && attempt.trouble === 'asked' ? (
          <Suspense fallback={null}>
            <Asked networkId={transfer.networkId} from={transfer.from} payment={transfer} />
          </Suspense>
        ) : null}
        <Trouble
          plan={plan}
          attempt={isMissing ? notLoaded : attempt}
          isUnchecked={isError}
          onAgain={() => void refetch()}
        />
        <ReviewActions flow="send" form={form} cancel={text.cancel} className="actions send-actions">
          <Button
            look="primary"
            wide
            disabled={!isReady}
            busy={isWaiting}
            data-testid="send-preview-send"
            onClick={() => void send()}
          >
            {isWaiting ? text.review.checking : text.review.send(amount)}
          </Button>
        </ReviewActions>
      </div>
    </div>
  )
}
