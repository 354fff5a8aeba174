/** Money in ten-thousandths of its unit, from `100.00`: never a double. Throws on more digits than money has. */
export function parseMoney(text: string): bigint {
  if (text.length > 60) throw new RangeError('Too many digits')
  const [whole = '', part = ''] = text.split('.')
  return BigInt(whole) * 10_000n + BigInt(part.padEnd(4, '0'))
}

/** Ten-thousandths as people write money: two places, more only where there are more. */
export function formatMoney(amount: bigint): string {
  const part = String(amount % 10_000n).padStart(4, '0')
  return `${amount / 10_000n}.${part.endsWith('00') ? part.slice(0, 2) : part.replace(/0$/, '')}`
}
