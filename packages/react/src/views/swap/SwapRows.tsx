import { push } from '@billfold/core/features/modal/navigate'
import { showNotice } from '@billfold/core/features/notice/showNotice'
import type { Transaction } from '@billfold/core/features/transactions/transactions'
import type { Kit } from '@billfold/core/kit'
import { useContext, useEffect } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { isolate } from '../../i18n/isolate.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { swapTexts } from '../../i18n/swap/swapTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { formatAmount } from '../../ui/formatAmount.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { newlyDone } from './newlyDone.ts'

/** What each kit has said of swaps of this visit: the rows come and go, and a quick chain is done before they are here. */
const toldOf = new WeakMap<Kit, Set<string>>()

/** The account's swaps that are on their way or have just settled: a way back to each. */
export function SwapRows({ transactions }: { transactions: readonly Transaction[] }) {
  const kit = useKit()
  const text = useArea(swapTexts)
  const { tag } = useContext(LocaleContext)
  const pairOf = ({ meant }: Transaction) =>
    [
      isolate(meant.paid?.symbol ?? ''),
      isolate(`${formatAmount(BigInt(meant.amount), meant.decimals, tag)} ${meant.symbol}`),
    ] as const
  useEffect(() => {
    const told = toldOf.get(kit) ?? new Set<string>()
    toldOf.set(kit, told)
    const [done] = newlyDone(told, performance.timeOrigin, transactions)
    if (done) showNotice(kit, 'message', { params: { message: text.swapped(...pairOf(done)) } })
  })
  return (
    <ul className="rows" data-testid="swap-rows">
      {transactions.map((each) => {
        const { hash, status, altered } = each
        return (
          <li key={hash}>
            <ListRow
              lead={
                <span className="row-icon">
                  {status === 'pending' ? <Spinner /> : <Icon name={status === 'confirmed' ? 'check' : 'warning'} />}
                </span>
              }
              title={status === 'confirmed' ? text.swapped(...pairOf(each)) : text.swapping(...pairOf(each))}
              detail={altered ? text.status.altered : text.status[status]}
              chevron
              danger={altered ?? false}
              data-testid="swap-row"
              data-status={status}
              onClick={() => push(kit, { name: 'SwapStatus', hash })}
            />
          </li>
        )
      })}
    </ul>
  )
}
