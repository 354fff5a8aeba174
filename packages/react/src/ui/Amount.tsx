import { decimalOf } from '@billfold/protocol/decimalOf'
import type { CSSProperties } from 'react'
import { formatAmount } from './formatAmount.ts'
import { formatAtMost } from './formatAtMost.ts'
import { Tooltip } from './Tooltip.tsx'

/** An amount with its unit: short to read, exact on hover, focus or tap. */
export function Amount({
  value,
  decimals,
  symbol,
  locale,
  hero,
  atMost,
}: {
  value: bigint
  decimals: number
  symbol: string
  locale: string
  hero?: boolean
  /** An upper bound: what is cut off is rounded up. */
  atMost?: boolean
}) {
  const exact = decimalOf({ amount: value, decimals })
  const shown = (atMost ? formatAtMost : formatAmount)(value, decimals, locale)
  // Number, then unit, whichever way the words around are read.
  const amount = (
    <bdi
      dir="ltr"
      className={hero ? 'amount amount-hero' : 'amount'}
      // The unit is half as large.
      style={hero ? ({ '--bf-signs': shown.length + 1 + symbol.length / 2 } as CSSProperties) : undefined}
    >
      <bdi className="amount-number">{shown}</bdi> <bdi className="amount-unit">{symbol}</bdi>
    </bdi>
  )
  return shown.replace(/\D/g, '') === exact.replace(/\D/g, '') ? (
    amount
  ) : (
    <Tooltip text={`\u2066${exact}\u2069 \u2068${symbol}\u2069`}>{amount}</Tooltip>
  )
}
