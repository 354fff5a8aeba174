import type { ActivityAmount } from '@billfold/core/features/history/activityRows'
import { useContext } from 'react'
import { accountTexts } from '../../i18n/compiled/accountTexts.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { formatDecimal } from '../../ui/formatDecimal.ts'
import { Tag } from '../../ui/Tag.tsx'
import { useTokenLabel } from '../send/useTokenLabel.ts'

/** One amount of a row; each part stands by itself, so that no name turns the numbers around. */
export function AmountText({
  amount: { sign, numeric, unit, token, isUnlisted, isUnlimited },
}: {
  amount: ActivityAmount
}) {
  const text = useArea(accountTexts)
  const { tag } = useContext(LocaleContext)
  const tokens = useTokenLabel()
  const named = { symbol: unit, token }
  const amount = (
    // Sign, number and unit keep one order in either text direction; a unit's own letters keep theirs.
    <bdi className="line-amount" dir="ltr">
      {sign}
      {numeric === undefined ? '' : `${formatDecimal(numeric, tag)} `}
      <bdi>{unit ? tokens.labelOf(named) : text.unnamed}</bdi>
    </bdi>
  )
  if (isUnlimited)
    return (
      <>
        {amount} <Tag tone="caution">{text.unlimited}</Tag>
      </>
    )
  if (!isUnlisted && !tokens.isUnlisted(named)) return amount
  return (
    <>
      {amount} <Tag tone="caution">{text.unlisted}</Tag>
    </>
  )
}
