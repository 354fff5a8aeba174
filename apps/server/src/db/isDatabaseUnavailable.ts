import { KitError } from '@billfold/protocol/error'

/** Whether the database is away or too slow, and not our question wrong: connections (08), resources (53), an operator (57), sockets. */
export function isDatabaseUnavailable(e: Error): boolean {
  if (e instanceof KitError) return false
  const code = 'code' in e ? String(e.code) : ''
  return /^(?:08|53|57)[0-9A-Z]{3}$|^E[A-Z]+$/.test(code) || /connection terminated|timeout/i.test(e.message)
}
