import type { SwapQuote } from '@billfold/protocol/api/swap'
import { useContext } from 'react'
import { swapTexts } from '../../i18n/compiled/swapTexts.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { impactWords } from './impactWords.ts'

/** The swap's price impact, and a checkbox for each swap that needs the visitor's consent to it. */
export function ImpactAgreement({
  quote,
  agreed,
  onChange,
}: {
  quote: SwapQuote
  agreed: readonly boolean[]
  onChange: (agreed: readonly boolean[]) => void
}) {
  const text = useArea(swapTexts)
  const { tag } = useContext(LocaleContext)
  return (
    <div className="callout swap-impact">
      <Icon name="warning" />
      <div>
        <p data-testid="swap-impact-words">{impactWords(quote.priceImpactBps, text, tag)}</p>
        {agreed.map((isOn, at) => (
          <Checkbox
            // biome-ignore lint/suspicious/noArrayIndexKey: the first step is always the first
            key={at}
            checked={isOn}
            testId={`swap-agree-${at}`}
            onChange={(next) => onChange(agreed.map((each, i) => (i === at ? next : each)))}
          >
            {at === 0 ? text.impactAgree : text.impactAgreeAgain}
          </Checkbox>
        ))}
      </div>
    </div>
  )
}
