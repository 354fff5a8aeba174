import { tokenQuery } from '@billfold/core/features/send/chainQueries'
import type { SwapQuote } from '@billfold/protocol/api/swap'
import { isTokenId } from '@billfold/protocol/nativeCoin'
import { useContext } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { shortAddress } from '../../ui/Address.tsx'
import { Amount } from '../../ui/Amount.tsx'
import { useTokenLabel } from '../send/useTokenLabel.ts'
import type { SwapForm } from './useSwapForm.ts'

type Fee = NonNullable<SwapQuote['fees']>[number]

/** A fee's amount and token. An unlisted token's decimals come from the chain: an amount without them means nothing. */
export function SwapFee({ form, fee }: { form: SwapForm; fee: Fee }) {
  const kit = useKit()
  const { tag } = useContext(LocaleContext)
  const { labelOf } = useTokenLabel()
  const { networkId, source, from, to } = form
  const known = [to, from, ...(form.tokens.data ?? [])].find(
    (asset) => asset && isTokenId(networkId, fee.token, asset.address),
  )
  const address = fee.token.split(':')[2] ?? ''
  const { data: chainToken } = useKitQuery({
    ...tokenQuery(kit, { networkId, address, owner: source.address }),
    enabled: !known,
  })
  const asset = known ?? chainToken
  return (
    <span data-testid="swap-fee">
      {asset ? (
        <Amount value={BigInt(fee.amount)} decimals={asset.decimals} symbol={labelOf(asset)} locale={tag} atMost />
      ) : (
        // Only the token's address is known.
        shortAddress(address)
      )}
    </span>
  )
}
