import { isStop } from '@billfold/core/features/lookalike/recipientRisks'
import { push, replace } from '@billfold/core/features/modal/navigate'
import { editDraft } from '@billfold/core/features/send/editDraft'
import { formPlace } from '@billfold/core/features/send/formPlace'
import { Suspense, useEffect, useRef } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { sendTexts } from '../../i18n/compiled/sendTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { lazyScreen } from '../../modal/lazyScreen.tsx'
import { Button } from '../../ui/Button.tsx'
import { AmountBox } from './AmountBox.tsx'
import { RecipientField } from './RecipientField.tsx'
import { useMost } from './useMost.ts'
import { useSendForm } from './useSendForm.ts'

// Only rendered if there is a choice, which takes a query to find out.
const parts = async () => (await import('./formParts.ts')).formParts
const SourceRow = lazyScreen(async () => (await parts()).SourceRow)
const Risks = lazyScreen(async () => (await parts()).Risks)
const MissingFunds = lazyScreen(async () => (await parts()).MissingFunds)
const Asked = lazyScreen(async () => (await parts()).Asked)
const TokenWarning = lazyScreen(async () => (await parts()).TokenWarning)
// Only drawn where transfers carry texts.
const MemoField = lazyScreen(async () => (await parts()).MemoField)
// Only for the few recipients that are probably wrong; until it has loaded, the button below says to check the address.
const RecipientStop = lazyScreen(async () => (await import('./RecipientStop.tsx')).RecipientStop)

/** Amount, token and recipient. */
export function WalletSendView() {
  const kit = useKit()
  const text = useArea(sendTexts)
  const form = useSendForm()
  const { network, account, transfers, recipient, risks, isStopped, label, source, token, balance } = form
  useEffect(() => {
    if (form.leadsTo) replace(kit, { name: form.leadsTo })
  }, [kit, form.leadsTo])
  useAsked(form)
  const { found: payee } = recipient
  const most = useMost(form.draft, async () => {
    if (!network || balance.data === undefined) return
    const most = { place: formPlace(kit), networkId: network.networkId, to: payee?.address, balance: balance.data }
    const { fillMost } = await import('@billfold/core/features/send/fillMost')
    await fillMost(kit, { ...most, source, token })
  })
  if (!network || !account || !transfers) return null
  const stop = isStopped ? risks.find(isStop) : undefined
  return (
    <form
      className="stack send"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (label === 'preview') push(kit, { name: 'WalletSendPreview' })
      }}
    >
      <Suspense fallback={null}>
        <Asked networkId={network.networkId} from={source.address} />
      </Suspense>
      <Suspense fallback={null}>
        <SourceRow source={source} onChoose={(one) => editDraft(kit, { source: one })} />
      </Suspense>
      <AmountBox form={form} most={most} />
      <Suspense fallback={null}>
        <TokenWarning token={token} />
      </Suspense>
      <RecipientField form={form} />
      {stop && payee ? (
        <Suspense fallback={null}>
          <RecipientStop key={payee.address} address={payee.address} name={payee.name} risk={stop} />
        </Suspense>
      ) : null}
      {payee && !stop ? (
        <Suspense fallback={null}>
          <Risks risks={risks} />
        </Suspense>
      ) : null}
      {form.maxMemoBytes ? (
        <Suspense fallback={null}>
          <MemoField form={form} />
        </Suspense>
      ) : null}
      <Suspense fallback={null}>
        <MissingFunds form={form} />
      </Suspense>
      <Button
        type="submit"
        look="primary"
        wide
        disabled={label !== 'preview'}
        data-testid="send-action-button"
        data-label={label}
      >
        {text.label[label]}
      </Button>
    </form>
  )
}
WalletSendView.parts = [RecipientStop]

/** A payment link may also say what and how much: that is filled in once, and the visitor still looks at it. */
function useAsked({ recipient, network, source, coin }: ReturnType<typeof useSendForm>) {
  const kit = useKit()
  const { found: payee } = recipient
  const taken = useRef(payee)
  useEffect(() => {
    if (!payee || payee === taken.current || !network) return
    taken.current = payee
    const { networkId } = network
    const link = { ...payee, place: formPlace(kit), networkId, owner: source.address, coin }
    import('@billfold/core/features/send/fillLink')
      .then(({ fillLink }) => fillLink(kit, link))
      // No token there: the visitor sees that nothing was filled in, and the review would say why.
      .catch(() => undefined)
  }, [kit, payee, network, source.address, coin])
}
