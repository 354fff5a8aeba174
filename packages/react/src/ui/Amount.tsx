import { exactAmount, formatAmount } from './formatAmount.ts'
import { Tooltip } from './Tooltip.tsx'

/** An amount with its unit: short to read, exact on hover, focus or tap. */
export function Amount({
  value,
  decimals,
  symbol,
  locale,
  hero,
}: {
  value: bigint
  decimals: number
  symbol: string
  locale: string
  hero?: boolean
}) {
  return (
    <Tooltip text={`${exactAmount(value, decimals)} ${symbol}`}>
      <span className={hero ? 'amount amount-hero' : 'amount'}>
        <bdi className="amount-number">{formatAmount(value, decimals, locale)}</bdi>{' '}
        <span className="amount-unit">{symbol}</span>
      </span>
    </Tooltip>
  )
}
