import { parseMoney } from '@billfold/protocol/moneyText'
import type { AmountEntry } from '../../model/amount.ts'
import type { AmountUnits } from '../amount/entryUnits.ts'

/** No currency has more than four decimals. */
const places = 4

/** Money in ten-thousandths, for exact arithmetic. */
export const moneyUnits = (money: string): bigint => (/^\d{1,50}(?:\.\d{1,4})?$/.test(money) ? parseMoney(money) : 0n)

/** A form's amount in a currency's smallest unit, or why it is invalid. */
export function readMoney({ amount, written }: AmountEntry, decimals: number): AmountUnits {
  if (written?.problem) return { problem: written.problem, ...(written.either ? { either: written.either } : {}) }
  const [whole = '', part = ''] = amount.split('.')
  if (amount === '') return { problem: 'none' }
  if (!/^\d+(?:\.\d*)?$/.test(amount)) return { problem: 'notNumber' }
  if (part.length > decimals) return { problem: 'tooManyDecimals' }
  if (whole.replace(/^0+/, '').length > 12) return { problem: 'tooLarge' }
  const units = BigInt(`${whole}${part.padEnd(decimals, '0')}`)
  return units === 0n ? { problem: 'zero' } : { units }
}

/** A currency's decimals: 2 for dollars, 0 for yen. */
export function currencyDecimals(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
  return Math.min(maximumFractionDigits ?? 2, places)
}

/** The sum to pay for the missing amount at the cheapest seller; `least` if none sells as little. */
export function sumFor(
  lacks: bigint,
  offers: readonly { min: string; quote?: { pays: string; gets: string } | undefined }[],
): { amount: string; least?: string } | undefined {
  const sums = offers.flatMap(({ min, quote }) => {
    if (!quote) return []
    const amount = payFor(lacks, quote)
    return [moneyUnits(amount) < moneyUnits(min) ? { amount: min, least: min } : { amount }]
  })
  return sums.toSorted((a, b) => (moneyUnits(a.amount) < moneyUnits(b.amount) ? -1 : 1))[0]
}

/** The sum to pay for at least `lacks` at a quote's rate, rounded up with a margin for price changes. */
export function payFor(lacks: bigint, quote: { pays: string; gets: string }): string {
  const gets = BigInt(quote.gets)
  if (gets <= 0n) return quote.pays
  const spare = 103n
  const whole = 10n ** BigInt(places) * gets * 100n
  const paid = moneyUnits(quote.pays) * lacks * spare
  return `${(paid + whole - 1n) / whole}`
}
