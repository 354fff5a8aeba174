import type { Pool } from 'pg'

/** A message on its way in. Topic, hash and publisher are hexadecimal. */
export type NewMessage = {
  topic: string
  hash: string
  message: string
  tag: number
  attestation: string | null
  publisher: string
  ttlSeconds: number
}

/** A message in the mailbox; `seq` is the order of arrival. */
export type StoredMessage = {
  seq: number
  topic: string
  message: string
  tag: number
  attestation: string | null
  publisher: string
  publishedAt: number
}

/** A message and the clients that have acknowledged it. */
export type ReadMessage = StoredMessage & { readers: string[] }
export type Receipt = { seq: number; client: string }

/** The database did not do what was asked of it: it is away, or too slow, or it refused what it was given. */
export class MailboxError extends Error {
  override name = 'MailboxError'

  /** Whether what it was given is to blame: the same without it may well be stored, and the same again never. */
  get isRefusal(): boolean {
    const code = this.cause instanceof Error && 'code' in this.cause ? this.cause.code : undefined
    // SQLSTATE: data that is none, constraints, and limits such as that of an index entry's size.
    return typeof code === 'string' && /^(?:22|23|54)[0-9A-Z]{3}$/.test(code)
  }
}

export type Mailbox = ReturnType<typeof createMailbox>

/** The mailboxes in PostgreSQL: what is accepted is here first, and stays until it expires. */
export function createMailbox(pool: Pool) {
  async function rows<T>(name: string, text: string, values: unknown[]): Promise<T[]> {
    try {
      const result = await pool.query({ name: `relay ${name}`, text, values })
      return result.rows as T[]
    } catch (cause) {
      throw new MailboxError(`mailbox: ${name}`, { cause })
    }
  }

  return {
    /** Stores a batch in one transaction. A message that is there already is not stored again: it says so. */
    async store(messages: readonly NewMessage[]): Promise<(StoredMessage & { isNew: boolean })[]> {
      const column = <K extends keyof NewMessage>(key: K) => messages.map((m) => m[key])
      const stored = await rows<{ seq: string; key: string; published_at: number; is_new: boolean }>(
        'store',
        `insert into relay_messages as m (topic, hash, message, tag, attestation, publisher, expires_at)
         select decode(topic, 'hex'), decode(hash, 'hex'), message, tag, attestation, decode(publisher, 'hex'),
                now() + ttl * interval '1 second'
         from unnest(string_to_array($1, ','), string_to_array($2, ','), string_to_array($3, ','), $4::int[], $5::text[],
                     string_to_array($6, ','), $7::int[])
           as given (topic, hash, message, tag, attestation, publisher, ttl)
         on conflict (topic, hash) do update set expires_at = greatest(m.expires_at, excluded.expires_at)
         returning seq, encode(topic, 'hex') || encode(hash, 'hex') as key,
                   date_part('epoch', published_at) * 1000 as published_at, xmax = 0 as is_new`,
        [
          listed(column('topic')),
          listed(column('hash')),
          listed(column('message')),
          column('tag'),
          column('attestation'),
          listed(column('publisher')),
          column('ttlSeconds'),
        ],
      )
      // Matched here and not by a join: the planner cannot know how many there are, and would try each against each.
      const byKey = new Map(stored.map((row) => [row.key, row]))
      return messages.map(({ hash, ttlSeconds, ...message }) => {
        const row = byKey.get(message.topic + hash)
        if (!row) throw new Error('the database answered for fewer messages than it was given')
        const { seq, published_at, is_new } = row
        return { ...message, seq: Number(seq), publishedAt: Math.floor(published_at), isNew: is_new }
      })
    },

    /** What a client has not acknowledged on these topics, in order, from after `cursor`. */
    async unread(client: string, topics: readonly string[], cursor: number, limit: number): Promise<StoredMessage[]> {
      const found = await rows<Row>(
        'unread',
        `select seq, topic, message, tag, attestation, publisher, published_at from relay_messages m
         where topic = any ($1::bytea[]) and expires_at > now() and publisher <> $2 and seq > $3
           and not exists (select from relay_receipts r where r.seq = m.seq and r.client = $2)
         order by seq limit $4`,
        [topics.map(bytes), bytes(client), cursor, limit],
      )
      return found.map(toMessage)
    },

    /** Messages by number, for a node that was told of them. */
    async bySeq(seqs: readonly number[]): Promise<ReadMessage[]> {
      const found = await rows<Row & { readers: Buffer[] }>(
        'by seq',
        `select seq, topic, message, tag, attestation, publisher, published_at, ${readers} from relay_messages m
         where seq = any ($1::bigint[]) and expires_at > now() order by seq`,
        [seqs],
      )
      return found.map(toReadMessage)
    },

    /** What arrived on these topics in the last seconds: for a node that may have missed being told. */
    async recent(topics: readonly string[], seconds: number): Promise<ReadMessage[]> {
      const found = await rows<Row & { readers: Buffer[] }>(
        'recent',
        `select seq, topic, message, tag, attestation, publisher, published_at, ${readers} from relay_messages m
         where topic = any ($1::bytea[]) and expires_at > now() and published_at > now() - $2 * interval '1 second'
         order by seq limit 5000`,
        [topics.map(bytes), seconds],
      )
      return found.map(toReadMessage)
    },

    /** Notes that clients have what they were sent. */
    async acknowledge(receipts: readonly Receipt[]): Promise<void> {
      await rows(
        'acknowledge',
        `insert into relay_receipts (seq, client)
         select m.seq, decode(r.client, 'hex')
         from unnest($1::bigint[], string_to_array($2, ',')) as r (seq, client)
         join relay_messages m on m.seq = r.seq on conflict do nothing`,
        [receipts.map(({ seq }) => seq), listed(receipts.map(({ client }) => client))],
      )
    },

    /** The same for a client that names messages by topic and hash. */
    async acknowledgeByHash(client: string, messages: readonly { topic: string; messageId: string }[]): Promise<void> {
      await rows(
        'acknowledge by hash',
        `insert into relay_receipts (seq, client)
         select m.seq, $3 from unnest($1::bytea[], $2::bytea[]) as r (topic, hash)
         join relay_messages m on m.topic = r.topic and m.hash = r.hash on conflict do nothing`,
        [messages.map(({ topic }) => bytes(topic)), messages.map(({ messageId }) => bytes(messageId)), bytes(client)],
      )
    },

    /** Deletes what has expired, a part at a time; returns how many. Nodes may do it at once. */
    async deleteExpired(limit: number): Promise<number> {
      const gone = await rows<{ count: string }>(
        'delete expired',
        `with old as (
           select seq from relay_messages where expires_at <= now() order by expires_at limit $1 for update skip locked
         ), gone as (
           delete from relay_messages m using old where m.seq = old.seq returning m.seq
         ), receipts as (
           delete from relay_receipts r using gone where r.seq = gone.seq
         )
         select count(*) from gone`,
        [limit],
      )
      return Number(gone[0]?.count ?? 0)
    },

    /** Bytes on disk, indexes included. */
    async size(): Promise<number> {
      const found = await rows<{ bytes: string }>(
        'size',
        `select pg_total_relation_size('relay_messages') + pg_total_relation_size('relay_receipts') as bytes`,
        [],
      )
      return Number(found[0]?.bytes ?? 0)
    },
  }
}

const readers = `array(select client from relay_receipts r where r.seq = m.seq) as readers`

type Row = {
  seq: string
  topic: Buffer
  message: string
  tag: number
  attestation: string | null
  publisher: Buffer
  published_at: Date
}

const bytes = (hex: string) => Buffer.from(hex, 'hex')

/**
 * A column of hexadecimal or base64, neither of which has a comma. As an array each element would be escaped here and read
 * letter by letter there, which took half of the time of a publish.
 */
const listed = (values: readonly string[]): string => values.join(',')

const toMessage = ({ seq, topic, publisher, published_at, message, tag, attestation }: Row): StoredMessage => ({
  seq: Number(seq),
  topic: topic.toString('hex'),
  publisher: publisher.toString('hex'),
  publishedAt: published_at.getTime(),
  message,
  tag,
  attestation,
})

const toReadMessage = (row: Row & { readers: Buffer[] }): ReadMessage => ({
  ...toMessage(row),
  readers: row.readers.map((client) => client.toString('hex')),
})
