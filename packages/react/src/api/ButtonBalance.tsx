import { shownBalanceQuery } from '@billfold/core/features/account/shownBalanceQuery'
import type { CaipAddress } from '@billfold/protocol/caip'
import { useKit } from '../hooks/KitContext.ts'
import { useKitQuery } from '../hooks/useKitQuery.ts'
import { useButtonTag } from '../i18n/ButtonText.ts'
import { formatAmount } from '../ui/formatAmount.ts'

/** The account's balance, on the button. */
export function ButtonBalance({ caip }: { caip: CaipAddress }) {
  const tag = useButtonTag()
  const { data } = useKitQuery(shownBalanceQuery(useKit(), { address: caip }))
  return data ? (
    <bdi dir="ltr" className="host-amount">
      <bdi>{formatAmount(data.value, data.decimals, tag)}</bdi> <bdi>{data.symbol}</bdi>
    </bdi>
  ) : null
}
