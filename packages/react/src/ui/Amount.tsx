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
  const [exact, shown] = [exactAmount(value, decimals), formatAmount(value, decimals, locale)]
  const amount = (
    <span className={hero ? 'amount amount-hero' : 'amount'}>
      <bdi className="amount-number">{shown}</bdi> <span className="amount-unit">{symbol}</span>
    </span>
  )
  return shown.replace(/\D/g, '') === exact.replace(/\D/g, '') ? (
    amount
  ) : (
    <Tooltip text={`${exact} ${symbol}`}>{amount}</Tooltip>
  )
}
