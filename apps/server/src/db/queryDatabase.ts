import { KitError } from '@billfold/protocol/error'
import { RateLimitError } from '../limits/rateLimitError.ts'

/**
 * Runs a request's query. If the database is down or too slow, the error tells the caller to retry; a wrong statement
 * (SQLSTATE class 42) is our bug and stays one, and a visitor over its share of the connections gets 429.
 */
export async function queryDatabase<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    if (cause instanceof RateLimitError) throw cause
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    if (/^42[0-9A-Z]{3}$/.test(code)) throw cause
    throw new KitError('unavailable', { message: 'The database is unavailable.', cause })
  }
}
