import type { Pool } from 'pg'

/** A failed query: the database is unavailable or too slow, or it rejected the values. */
export class MailboxError extends Error {
  override name = 'MailboxError'

  /** Whether the database is unavailable: then a part of a batch fares no better than the whole. */
  get isUnavailable(): boolean {
    const { cause } = this
    if (!(cause instanceof Error)) return false
    const code = 'code' in cause ? String(cause.code) : ''
    // Too much for its time or memory (57014, 53200) is not an outage: half of it may succeed.
    return (
      /^(?:08[0-9A-Z]{3}|57P[0-9A-Z]{2}|53300|E[A-Z]+)$/.test(code) || /connection|read timeout/i.test(cause.message)
    )
  }

  /** Whether the values are to blame: the rest may be stored without them, and retrying them is useless. */
  get isRefusal(): boolean {
    const code = this.cause instanceof Error && 'code' in this.cause ? this.cause.code : undefined
    // SQLSTATE classes: invalid data, constraints, and limits such as the size of an index entry.
    return typeof code === 'string' && /^(?:22|23|54)[0-9A-Z]{3}$/.test(code)
  }
}

/** Runs a query; rejects values that cannot even be encoded as the database would. */
export type MailboxQuery = <T>(name: string, text: string, values: unknown[] | (() => unknown[])) => Promise<T[]>

export const createMailboxQuery =
  (pool: Pool): MailboxQuery =>
  async <T>(name: string, text: string, values: unknown[] | (() => unknown[])) => {
    try {
      const given = typeof values === 'function' ? values() : values
      const result = await pool.query({ name: `relay ${name}`, text, values: given })
      return result.rows as T[]
    } catch (cause) {
      throw new MailboxError(`mailbox: ${name}`, { cause })
    }
  }
