import { push } from '@billfold/core/features/modal/navigate'
import type { Transaction } from '@billfold/core/features/transactions/transactions'
import { useKit } from '../../hooks/KitContext.ts'
import { swapTexts } from '../../i18n/swap/swapTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useSwapPair } from './useSwapPair.ts'

/** The account's swaps that are on their way or have just settled: a way back to each. */
export function SwapRows({ transactions }: { transactions: readonly Transaction[] }) {
  const kit = useKit()
  const text = useArea(swapTexts)
  const pairOf = useSwapPair()
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
