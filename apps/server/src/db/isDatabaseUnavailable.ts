import { KitError } from '@billfold/protocol/error'

/**
 * Whether the database is down or too slow, as opposed to a wrong query: connections (08), resources (53), an operator
 * (57), sockets.
 */
export function isDatabaseUnavailable(e: Error): boolean {
  if (e instanceof KitError) return false
  const code = 'code' in e ? String(e.code) : ''
  return /^(?:08|53|57)[0-9A-Z]{3}$|^E[A-Z]+$/.test(code) || /connection terminated|timeout/i.test(e.message)
}
