import type { OfferedQuote, SwapAsset } from '@billfold/core/model/swap'
import { swapTexts } from '../../i18n/compiled/swapTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Icon } from '../../ui/Icon.tsx'
import { useAmountText } from '../send/useAmountText.ts'

/** A quote that has become worse during the review: the least that it gives, and that the one before it gave. */
export function WorseQuote({ before, now, to }: { before: OfferedQuote; now: OfferedQuote; to: SwapAsset }) {
  const text = useArea(swapTexts)
  const amountText = useAmountText()
  const least = ({ toAmountMin }: OfferedQuote) => amountText(BigInt(toAmountMin), to)
  return (
    <p className="callout" role="alert" data-testid="swap-worse">
      <Icon name="warning" />
      <span>{text.worse(least(now), least(before))}</span>
    </p>
  )
}
