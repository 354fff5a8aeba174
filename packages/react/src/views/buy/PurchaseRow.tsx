import { push } from '@billfold/core/features/modal/navigate'
import { isEnded } from '@billfold/core/features/onramp/onramp'
import type { Purchase } from '@billfold/core/model/onramp'
import { useContext } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { buyTexts } from '../../i18n/compiled/buyTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { formatMoney } from '../../ui/formatMoney.ts'
import { Receipt } from '../shared/Receipt.tsx'
import { useGets } from './useGets.ts'

/** A purchase in a list: what it brings, how far it is, and a way to it. */
export function PurchaseRow({ purchase, canDismiss }: { purchase: Purchase; canDismiss?: true }) {
  const kit = useKit()
  const text = useArea(buyTexts)
  const { tag } = useContext(LocaleContext)
  const gets = useGets()(purchase)
  const { order, providerName } = purchase
  const { status } = order
  const price = isolate(formatMoney(order.pays, order.currency, tag))
  return (
    <Receipt
      state={isEnded(order) ? (status === 'settled' ? 'done' : 'caution') : 'waiting'}
      title={status === 'settled' ? text.bought(gets) : text.buying(gets)}
      detail={
        <>
          {text.status[status]} · {price} · <bdi>{providerName}</bdi>
        </>
      }
      testId="buy-row"
      status={status}
      onOpen={() => push(kit, { name: 'BuyInProgress', orderId: order.id })}
      onDismiss={
        canDismiss && (isEnded(order) || status === 'created')
          ? () => kit.store.send({ type: 'onramp/dismissed', orderId: order.id })
          : undefined
      }
    />
  )
}
