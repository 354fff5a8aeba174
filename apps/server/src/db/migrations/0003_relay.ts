import { type Kysely, sql } from 'kysely'

/** The relay's mailboxes: sealed messages until they expire, and which client has acknowledged which. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('relay_messages')
    .addColumn('seq', 'bigint', (c) => c.generatedAlwaysAsIdentity().primaryKey())
    .addColumn('topic', 'bytea', (c) => c.notNull().check(sql`octet_length(topic) = 32`))
    .addColumn('hash', 'bytea', (c) => c.notNull().check(sql`octet_length(hash) = 32`))
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('tag', 'integer', (c) => c.notNull())
    .addColumn('attestation', 'text')
    .addColumn('publisher', 'bytea', (c) => c.notNull().check(sql`octet_length(publisher) = 32`))
    .addColumn('published_at', 'timestamptz', (c) => c.notNull().defaultTo(sql`now()`))
    .addColumn('expires_at', 'timestamptz', (c) => c.notNull())
    .addUniqueConstraint('relay_messages_topic_hash', ['topic', 'hash'])
    .execute()
  await db.schema.createIndex('relay_messages_expires_at').on('relay_messages').column('expires_at').execute()
  // No foreign key: it would lock a message's row for every receipt. Both are deleted together.
  await db.schema
    .createTable('relay_receipts')
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('client', 'bytea', (c) => c.notNull())
    .addPrimaryKeyConstraint('relay_receipts_pkey', ['seq', 'client'])
    .execute()
}
