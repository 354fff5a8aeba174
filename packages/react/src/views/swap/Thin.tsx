import { impactSteps } from '@billfold/core/features/swap/swapMaths'
import { useContext } from 'react'
import { swapTexts } from '../../i18n/compiled/swapTexts.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Icon } from '../../ui/Icon.tsx'
import { impactWords } from './impactWords.ts'
import type { SwapForm } from './useSwapForm.ts'

/** Warns of low liquidity before the review, while the visitor can still enter less. */
export function Thin({ form: { quote } }: { form: SwapForm }) {
  const text = useArea(swapTexts)
  const { tag } = useContext(LocaleContext)
  if (impactSteps(quote?.priceImpactBps) < 2) return null
  return (
    <p className="callout" role="alert" data-testid="swap-thin">
      <Icon name="warning" />
      <span>{impactWords(quote?.priceImpactBps, text, tag)}</span>
    </p>
  )
}
