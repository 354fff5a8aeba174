/** Dollars are whole numbers of 10^-30: fine enough for a coin of a trillionth of a cent, and nothing is ever rounded twice. */
const usdDecimals = 30
export const oneUsd = 10n ** 30n

/** No price outside of these leaves the server: what is cheaper or dearer is a mistake or a trick. */
const minPrice = 10n ** 12n // 10^-18 dollars
const maxPrice = oneUsd * 10n ** 9n

/** Whether a price can be meant: above nothing, and below what anything costs. */
export const isSoundPrice = (price: bigint): boolean => price >= minPrice && price <= maxPrice

/** Parses an external price as dollars; undefined if it is invalid. */
export function parsePrice(value: unknown): bigint | undefined {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || text.length > 100) return undefined
  const [, whole = '', part = '', sign = '+', power = '0'] =
    /^(\d{1,40})(?:\.(\d{1,60}))?(?:e([+-]?)(\d{1,2}))?$/i.exec(text) ?? []
  if (whole === '') return undefined
  const shift = usdDecimals - part.length + (sign === '-' ? -Number(power) : Number(power))
  const digits = BigInt(whole + part)
  const price = shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
  return isSoundPrice(price) ? price : undefined
}

/** The value of a token amount. */
export const worthOf = (amount: bigint, decimals: number, price: bigint): bigint =>
  (amount * price) / 10n ** BigInt(decimals)

/**
 * Dollars as a JSON number. Fifteen digits are what a double holds without a trace of binary in them: 0.3 never becomes
 * 0.30000000000000004.
 */
export function usdToNumber(usd: bigint): number {
  const text = usd.toString()
  if (text.length <= 15) return Number(`${text}e-${usdDecimals}`)
  const drop = text.length - 15
  const unit = 10n ** BigInt(drop)
  return Number(`${(usd + unit / 2n) / unit}e${drop - usdDecimals}`)
}
