import { KitError } from '@billfold/protocol/error'

/**
 * Asks the database for what a request needs. While it is away or too slow the caller is told so, and may ask again; that a statement
 * is wrong (SQLSTATE class 42) is a fault of ours and stays one.
 */
export async function queryDatabase<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
    if (/^42[0-9A-Z]{3}$/.test(code)) throw cause
    throw new KitError('unavailable', { message: 'The database is unavailable.', cause })
  }
}
