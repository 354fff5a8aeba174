import type { ReplyHeaders } from './requestUpstream.ts'

const defaultBackoffMs = 5_000
const maxBackoffMs = 600_000

/** Back-off in ms from `Retry-After`, at most ten minutes. */
export function retryAfterMs(headers: ReplyHeaders, now: number): number {
  const header = headers.get('retry-after')?.trim()
  if (!header) return defaultBackoffMs
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.min(maxBackoffMs, Math.max(1_000, ms)) : defaultBackoffMs
}
