import { isSponsored } from '@billfold/core/flows/isSponsored'
import type { Source } from '@billfold/core/model/source'
import type { CaipNetworkId } from '@billfold/protocol/caip'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { amountTexts } from '../../i18n/compiled/amountTexts.ts'
import { useArea } from '../../i18n/useArea.ts'

/** The payer of a smart account's network fee: the operator, or only its wallet knows the cost. */
export function WalletsFee({ networkId, source }: { networkId: CaipNetworkId; source: Source }) {
  const kit = useKit()
  const { fee } = useArea(amountTexts)
  const { data } = useKitQuery({
    queryKey: ['smartAccount', networkId, source.address, source] as const,
    staleTime: 60_000,
    queryFn: ({ signal }) => isSponsored(kit, { networkId, source, signal }),
  })
  return (
    <span data-testid="wallets-fee" data-sponsored={data}>
      {data ? fee.sponsored : fee.wallets}
    </span>
  )
}
