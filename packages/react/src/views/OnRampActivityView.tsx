import { connectedAccount } from '@billfold/core/features/account/account'
import { push } from '@billfold/core/features/modal/navigate'
import { type Purchase, purchasesOf } from '@billfold/core/features/onramp/onramp'
import { useContext } from 'react'
import { useKit } from '../hooks/KitContext.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { buyTexts } from '../i18n/buy/buyTexts.ts'
import { LocaleContext } from '../i18n/LocaleContext.ts'
import { useArea } from '../i18n/useArea.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { PurchaseRow } from './buy/PurchaseRow.tsx'
import { useOnramp } from './buy/useOnramp.ts'
import { ListWaiting } from './ListWaiting.tsx'

/** What the account bought, newest first, by month. */
export function OnRampActivityView() {
  const kit = useKit()
  const text = useArea(buyTexts)
  const { tag } = useContext(LocaleContext)
  const onramp = useOnramp()
  const namespace = useSelect((state) => state.network.activeNamespace)
  const address = useSelect((state) => connectedAccount(state)?.address)
  if (!onramp || address === undefined) return <ListWaiting shape="row" count={4} />
  const months = new Map<string, Purchase[]>()
  for (const each of purchasesOf(onramp, { namespace, address })) {
    const month = monthOf(each, tag)
    months.set(month, [...(months.get(month) ?? []), each])
  }
  if (months.size === 0)
    return (
      <EmptyState icon="clock" title={text.noPurchases} text={text.noPurchasesText} testId="empty-activity-state">
        <Button size="s" icon="buy" onClick={() => push(kit, { name: 'OnRampProviders' })}>
          {text.crypto}
        </Button>
      </EmptyState>
    )
  return (
    <div className="stack">
      {[...months].map(([month, purchases]) => (
        <section key={month} data-testid="month-indexes">
          <h2 className="heading" data-testid="group-title">
            {month}
          </h2>
          <ul className="rows">
            {purchases.map((each) => (
              <li key={each.order.id}>
                <PurchaseRow purchase={each} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

const monthOf = ({ order }: Purchase, tag: string): string =>
  new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', numberingSystem: 'latn' }).format(
    Date.parse(order.madeAt),
  )
