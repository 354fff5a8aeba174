import { push } from '@billfold/core/features/modal/navigate'
import type { Transaction } from '@billfold/core/model/transactions'
import { useKit } from '../../hooks/KitContext.ts'
import { swapTexts } from '../../i18n/compiled/swapTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useArea } from '../../i18n/useArea.ts'
import { shortAddress } from '../../ui/Address.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useAmountText } from '../send/useAmountText.ts'
import { useTokenLabel } from '../send/useTokenLabel.ts'
import { useSwapPair } from './useSwapPair.ts'

/** An approval that waits for the chain; the form goes on with what it is for. */
function ApprovalRow({ transaction: { hash, meant, altered, status } }: { transaction: Transaction }) {
  const kit = useKit()
  const text = useArea(swapTexts)
  const amountText = useAmountText()
  const { labelOf } = useTokenLabel()
  const words = text.approval
  const isReset = meant.amount === '0'
  const spender = words.spender(isolate(shortAddress(meant.to)))
  return (
    <li>
      <ListRow
        lead={
          <span className="row-icon">
            <Spinner />
          </span>
        }
        title={
          isReset ? words.resetting(isolate(labelOf(meant))) : words.sending(amountText(BigInt(meant.amount), meant))
        }
        detail={altered ? text.status.altered : `${text.status[status]} · ${spender}`}
        chevron
        danger={altered ?? false}
        data-testid="approval-row"
        data-hash={hash}
        onClick={() => push(kit, { name: 'Swap' })}
      />
    </li>
  )
}

/** The account's swaps that are on their way or have just settled: a way back to each. */
export function SwapRows({ transactions }: { transactions: readonly Transaction[] }) {
  const kit = useKit()
  const text = useArea(swapTexts)
  const pairOf = useSwapPair()
  return (
    <ul className="rows" data-testid="swap-rows">
      {transactions.map((each) => {
        if (each.kind === 'approval') return <ApprovalRow key={each.hash} transaction={each} />
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
