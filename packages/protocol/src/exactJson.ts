/** Finds texts that may have integers beyond JavaScript's exact range. */
const hasLong = /(?:^|[[:,\s-])\d{16}/

type Context = { source?: string }

/**
 * Reads JSON as JSON.parse does, but an integer that a number cannot hold exactly becomes a bigint: coins of some chains are counted in
 * such, of up to forty digits. Where a browser does not tell how a number was written, it stays a number that is not safe.
 */
export function parseExact(text: string): unknown {
  if (!hasLong.test(text)) return JSON.parse(text)
  const read = (_: string, value: unknown, context?: Context): unknown => {
    const source = context?.source
    const isLong = typeof value === 'number' && !Number.isSafeInteger(value)
    return isLong && source !== undefined && /^-?\d{16,40}$/.test(source) ? BigInt(source) : value
  }
  return JSON.parse(text, read as (key: string, value: unknown) => unknown)
}

/** Writes JSON as JSON.stringify does, and a bigint as the integer it is. */
export function writeExact(value: unknown): string {
  const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown }
  return JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' && rawJSON ? rawJSON(`${each}`) : each))
}
