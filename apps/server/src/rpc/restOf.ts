const restWithoutWord = 5_000
const longestRest = 600_000

/** For how many milliseconds a server that has had enough wants to be left alone: by its `Retry-After`, and ten minutes at most. */
export function restOf(headers: Headers, now: number): number {
  const header = headers.get('retry-after')?.trim()
  if (!header) return restWithoutWord
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.min(longestRest, Math.max(1_000, ms)) : restWithoutWord
}
