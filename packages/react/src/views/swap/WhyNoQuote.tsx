import type { NoQuoteLabel } from '@billfold/core/features/swap/swapLabel'
import { useContext } from 'react'
import { type SwapTexts, swapTexts } from '../../i18n/compiled/swapTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { LocaleContext } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { SwapForm } from './useSwapForm.ts'

/** Why there is no quote, and what helps: another token or amount, or patience; it asks again by itself. */
export function WhyNoQuote({ form: { label, retryMs, retry } }: { form: SwapForm }) {
  const text = useArea(swapTexts)
  const { tag } = useContext(LocaleContext)
  if (!isWhy(label, text)) return null
  const reason = text.why[label]
  const canAsk = label === 'away' || label === 'slow'
  return (
    <div className="callout" role="status" data-testid="swap-why" data-why={label}>
      <Icon name="warning" />
      <div className="swap-why">
        <p>{typeof reason === 'string' ? reason : reason(isolate(secondsText(retryMs ?? 0, tag)))}</p>
        {canAsk ? (
          <Button size="s" icon="refresh" data-testid="swap-retry" onClick={retry}>
            {text.again}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

const isWhy = (label: string, { why }: SwapTexts): label is NoQuoteLabel => label in why

/** A span of time as its language writes it short: `7s`. */
const secondsText = (ms: number, locale: string): string =>
  new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'second',
    unitDisplay: 'narrow',
    numberingSystem: 'latn',
  }).format(Math.ceil(ms / 1_000))
