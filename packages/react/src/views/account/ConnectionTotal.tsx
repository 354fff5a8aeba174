import { balancesQuery } from '@billfold/core/features/balances/balancesQuery'
import { supportedChainsQuery } from '@billfold/core/features/balances/supportedChainsQuery'
import { totalOf } from '@billfold/core/features/balances/tokenBalance'
import type { Connection } from '@billfold/core/model/connections'
import { caipAddress } from '@billfold/protocol/caip'
import { useContext } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { formatDollars } from '../../ui/formatDollars.ts'

/** The dollar total of a wallet's account, if our server knows it. */
export function ConnectionTotal({ connection: { address, networkId } }: { connection: Connection }) {
  const kit = useKit()
  const { tag } = useContext(LocaleContext)
  const { data: served } = useKitQuery(supportedChainsQuery(kit))
  const { data } = useKitQuery({
    ...balancesQuery(kit, { address: caipAddress(networkId, address) }),
    enabled: served?.includes(networkId) ?? false,
  })
  const total = data && totalOf(data)
  return total === undefined ? null : <bdi className="wallet-head-total">{formatDollars(total, tag)}</bdi>
}
