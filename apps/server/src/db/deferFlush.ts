import { sql } from 'kysely'

/**
 * A value for a statement's `returning` or `select` that lets its transaction commit before the disk has it. A crash may
 * then lose the last half second of such commits, in order and never in part. For rows that are read or sent again
 * anyway: each flush that they skip is one that a payment or a message need not wait for.
 */
export const deferFlush = sql<string>`set_config('synchronous_commit', 'off', true)`
