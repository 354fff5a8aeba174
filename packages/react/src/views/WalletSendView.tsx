import type { SendToken } from '@billfold/core/chains/transfers'
import { isStop } from '@billfold/core/features/lookalike/recipientRisks'
import { push, replace } from '@billfold/core/features/modal/navigate'
import { mostToSendQuery, tokenQuery } from '@billfold/core/features/send/chainQueries'
import { editDraft } from '@billfold/core/features/send/editDraft'
import type { Source } from '@billfold/core/features/source/source'
import type { Kit } from '@billfold/core/kit'
import { queriesOf } from '@billfold/core/queriesOf'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { decimalOf, isCountable } from '@billfold/protocol/decimalOf'
import { Suspense, useEffect, useRef } from 'react'
import { useKit } from '../hooks/KitContext.ts'
import { sendTexts } from '../i18n/send/sendTexts.ts'
import { useArea } from '../i18n/useArea.ts'
import { lazyScreen } from '../modal/lazyScreen.tsx'
import { Button } from '../ui/Button.tsx'
import { AmountBox } from './send/AmountBox.tsx'
import { RecipientField } from './send/RecipientField.tsx'
import { Risks } from './send/Risks.tsx'
import { TokenWarning } from './send/TokenWarning.tsx'
import { useSendForm } from './send/useSendForm.ts'

// Only drawn where there is a choice, which takes a question to find out.
const parts = async () => (await import('./send/formParts.ts')).formParts
const SourceRow = lazyScreen(async () => (await parts()).SourceRow)
const MissingFunds = lazyScreen(async () => (await parts()).MissingFunds)
// Only drawn where transfers carry texts.
const MemoField = lazyScreen(async () => (await parts()).MemoField)
// Only for the few recipients that are probably wrong; until it is here, the button below says to check the address.
const RecipientStop = lazyScreen(async () => (await import('./send/RecipientStop.tsx')).RecipientStop)

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
  if (!network || !account || !transfers) return null
  const { found } = recipient
  const takeAll = async () => {
    if (balance.data === undefined) return
    const { address: from, type: accountType } = source
    const input = { networkId: network.networkId, from, to: found?.address, balance: balance.data, accountType }
    const isWhole = token.address !== undefined || (await isPaidFor(kit, network.networkId, source))
    const most = isWhole ? balance.data : await queriesOf(kit).fetchQuery(mostToSendQuery(kit, input))
    editDraft(kit, { amount: decimalOf({ amount: most, decimals: token.decimals }) })
  }
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
        <SourceRow source={source} onChoose={(one) => editDraft(kit, { source: one })} />
      </Suspense>
      <AmountBox form={form} onMax={() => void takeAll().catch(() => undefined)} />
      <TokenWarning token={token} />
      <RecipientField form={form} />
      {stop && found ? (
        <Suspense fallback={null}>
          <RecipientStop key={found.address} address={found.address} name={found.name} risk={stop} />
        </Suspense>
      ) : null}
      {found && !stop ? <Risks risks={risks} /> : null}
      {form.mostMemo ? (
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

/** Whether all of a smart account's coins can go: the operator pays the network for it. */
const isPaidFor = async (kit: Kit, networkId: CaipNetworkId, source: Source): Promise<boolean> =>
  source.type === 'smartAccount' && (await import('./send/WalletsFee.tsx')).isPaidFor(kit, networkId, source)

/** A payment link may also say what and how much: that is filled in once, and the visitor still looks at it. */
function useAsked({ recipient, network, source, coin }: ReturnType<typeof useSendForm>) {
  const kit = useKit()
  const { found } = recipient
  const taken = useRef(found)
  useEffect(() => {
    if (!found || found === taken.current || !network) return
    taken.current = found
    const { token, amount, decimal } = found
    const fill = ({ address, symbol, decimals }: SendToken) => {
      const value = amount === undefined ? decimal : decimalOf({ amount, decimals })
      editDraft(kit, {
        ...(address ? { token: { address, symbol, decimals } } : {}),
        ...(value === undefined ? {} : { amount: value }),
      })
    }
    if (!token) return amount === undefined ? undefined : fill(coin)
    const input = { networkId: network.networkId, address: token, owner: source.address }
    queriesOf(kit)
      .fetchQuery(tokenQuery(kit, input))
      .then((one) => isCountable(one) && fill(one))
      // No token there: the visitor sees that nothing was filled in, and the review would say why.
      .catch(() => undefined)
  }, [kit, found, network, source.address, coin])
}
