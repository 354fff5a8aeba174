import type { KitError } from './error.ts'

/** Eleven days: more than anyone waits, and a number that every wire takes. */
const maxSeconds = 999_999

/** The seconds until another request is taken, from the cause of a refusal; undefined if none are given. */
export function retryAfterOf({ cause }: KitError): number | undefined {
  const text = String((cause as { retryAfter?: unknown } | null | undefined)?.retryAfter ?? '')
  return /^\d+$/.test(text) ? Math.min(maxSeconds, Number(text)) : undefined
}
