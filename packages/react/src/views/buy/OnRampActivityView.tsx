import { push } from '@billfold/core/features/modal/navigate'
import { type Bought, boughtElsewhere, boughtQuery } from '@billfold/core/features/onramp/boughtQuery'
import { purchasesOf } from '@billfold/core/features/onramp/onramp'
import { caipAddressOf, connectedAccount } from '@billfold/core/model/connectedAccount'
import { activeNetworkId } from '@billfold/core/model/findNetwork'
import type { Purchase } from '@billfold/core/model/onramp'
import { useContext } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { buyTexts } from '../../i18n/compiled/buyTexts.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { ListWaiting } from '../shared/ListWaiting.tsx'
import { BoughtRow } from './BoughtRow.tsx'
import { PurchaseRow } from './PurchaseRow.tsx'
import { useOnramp } from './useOnramp.ts'

type Row = { at: string; own: Purchase } | { at: string; bought: Bought }

/** The account's purchases, newest first, by month: this browser's orders, and others that the server has seen. */
export function OnRampActivityView() {
  const kit = useKit()
  const text = useArea(buyTexts)
  const { tag } = useContext(LocaleContext)
  const onramp = useOnramp()
  const namespace = useSelect((state) => state.network.activeNamespace)
  const address = useSelect((state) => connectedAccount(state)?.address)
  const caip = useSelect((state) => caipAddressOf(state))
  const networkId = useSelect(activeNetworkId)
  const serverPurchases = useKitQuery({
    ...boughtQuery(kit, { address: caip ?? `${networkId}:none` }),
    enabled: caip !== undefined,
  })
  if (!onramp || address === undefined) return <ListWaiting shape="row" count={4} />
  const own = purchasesOf(onramp, { namespace, address })
  if (own.length === 0 && !serverPurchases.data && serverPurchases.errorUpdateCount === 0)
    return <ListWaiting shape="row" count={4} />
  const rows: Row[] = [
    ...own.map((each) => ({ at: each.order.madeAt, own: each })),
    ...boughtElsewhere(serverPurchases.data ?? [], own).map((each) => ({ at: each.at, bought: each })),
  ].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
  if (rows.length === 0 && !serverPurchases.data)
    return (
      <EmptyState icon="warning" title={text.away} testId="buy-activity-away">
        <Button size="s" icon="refresh" onClick={() => void serverPurchases.refetch()}>
          {text.again}
        </Button>
      </EmptyState>
    )
  if (rows.length === 0)
    return (
      <Nothing icon="clock" title={text.noPurchases} text={text.noPurchasesText} testId="empty-activity-state">
        <Button size="s" icon="buy" onClick={() => push(kit, { name: 'OnRampProviders' })}>
          {text.crypto}
        </Button>
      </Nothing>
    )
  const months = new Map<string, Row[]>()
  for (const row of rows) {
    const month = monthOf(row.at, tag)
    months.set(month, [...(months.get(month) ?? []), row])
  }
  return (
    <div className="stack">
      {[...months].map(([month, group]) => (
        <section key={month} data-testid="month-indexes">
          <h2 className="heading" data-testid="group-title">
            {month}
          </h2>
          <ul className="rows">
            {group.map((row) => (
              <li key={'own' in row ? row.own.order.id : row.bought.hash}>
                {'own' in row ? <PurchaseRow purchase={row.own} /> : <BoughtRow bought={row.bought} />}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

const monthOf = (at: string, tag: string): string =>
  new Intl.DateTimeFormat(tag, { month: 'long', year: 'numeric', numberingSystem: 'latn' }).format(Date.parse(at))
