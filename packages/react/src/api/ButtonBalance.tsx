import { nativeBalanceQuery } from '@billfold/core/features/account/nativeBalanceQuery'
import type { CaipAddress } from '@billfold/protocol/caip'
import { useKit } from '../hooks/KitContext.ts'
import { useKitQuery } from '../hooks/useKitQuery.ts'
import { formatAmount } from '../ui/formatAmount.ts'

/** What the account holds, on the button. */
export function ButtonBalance({ caip }: { caip: CaipAddress }) {
  const { data } = useKitQuery(nativeBalanceQuery(useKit(), { address: caip }))
  return data ? (
    <span className="host-amount">
      {formatAmount(data.value, data.decimals)} {data.symbol}
    </span>
  ) : null
}
