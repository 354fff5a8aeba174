import { randomInt } from 'node:crypto'
import type { Pool } from 'pg'
import { binaryArray } from './binaryArray.ts'
import { createMailboxQuery, MailboxError, type MailboxQuery } from './mailboxQuery.ts'
import { readMailbox, type StoredMessage } from './readMailbox.ts'

/** A message to store. Topic, hash and publisher are hexadecimal. */
export type NewMessage = {
  topic: string
  hash: string
  message: string
  tag: number
  attestation: string | null
  publisher: string
  /** The keyed hash of its sender's network address. */
  origin: string
  ttlSeconds: number
}

export type Receipt = { seq: number; client: string }

export type Mailbox = ReturnType<typeof createMailbox>

/** Mailboxes in PostgreSQL: an accepted message is stored first, and stays until it expires. */
export function createMailbox(writes: Pool, reads: Pool = writes) {
  const query = createMailboxQuery(writes)
  // The one of the sixteen counters that this node uses.
  const part = randomInt(16)
  return {
    store: storeMessages(query, part),
    ...readMailbox(createMailboxQuery(reads)),
    ...acknowledgements(query),
    ...deletions(query, part),
    ...usage(query),
  }
}

/** Stores a batch in one transaction. A message that is stored already is not stored again, and is marked so. */
const storeMessages =
  (query: MailboxQuery, part: number) =>
  async (messages: readonly NewMessage[]): Promise<(StoredMessage & { isNew: boolean })[]> => {
    const column = <K extends keyof NewMessage>(key: K) => messages.map((m) => m[key])
    // The rows stay in memory until they are counted, so each holds little.
    const stored = await query<{ seq: string; check: string; published_at: number; is_new: boolean }>(
      'store',
      `with stored as (
         insert into relay_messages as m (topic, hash, message, tag, attestation, publisher, expires_at, origin)
         select topic, hash, message, tag, attestation, publisher, now() + ttl * interval '1 second', origin
         from unnest($1::bytea[], $2::bytea[], $3::text[], $4::int[], $5::text[], $6::bytea[], $7::int[], $8::bytea[])
           as given (topic, hash, message, tag, attestation, publisher, ttl, origin)
         on conflict (topic, hash) do update set expires_at = greatest(m.expires_at, excluded.expires_at)
         returning seq, encode(substring(topic for 4) || substring(hash for 4), 'hex') as "check",
                   date_part('epoch', published_at) * 1000 as published_at, xmax = 0 as is_new, ${live} as live
       ), counted as (
         update relay_usage set bytes = bytes + (select coalesce(sum(live) filter (where is_new), 0) from stored)
         where part = $9
       )
       select seq, "check", published_at, is_new from stored`,
      () => [
        binaryArray.bytea(column('topic')),
        binaryArray.bytea(column('hash')),
        binaryArray.text(column('message')),
        binaryArray.int(column('tag')),
        binaryArray.text(column('attestation')),
        binaryArray.bytea(column('publisher')),
        binaryArray.int(column('ttlSeconds')),
        binaryArray.bytea(column('origin')),
        part,
      ],
    )
    if (stored.length !== messages.length)
      throw new MailboxError('the database returned fewer messages than it was given')
    return messages.map(({ hash, ttlSeconds, origin, ...message }, i) => {
      // PostgreSQL answers in order; this check makes sure that no one ever gets another message's number.
      const { seq, check, published_at, is_new } = stored[i]!
      if (check !== message.topic.slice(0, 8) + hash.slice(0, 8))
        throw new MailboxError('the database returned messages in another order')
      return { ...message, seq: Number(seq), publishedAt: Math.floor(published_at), isNew: is_new }
    })
  }

const acknowledgements = (query: MailboxQuery) => ({
  /** Records that clients have received messages. */
  async acknowledge(receipts: readonly Receipt[]): Promise<void> {
    await query(
      'acknowledge',
      // Without a flush of its own: a receipt that a crash takes costs a second delivery, which clients ignore.
      `insert into relay_receipts (seq, client)
       select m.seq, r.client
       from (select set_config('synchronous_commit', 'off', true)) as deferred,
         unnest($1::bigint[], $2::bytea[]) as r (seq, client)
       join relay_messages m on m.seq = r.seq on conflict do nothing`,
      () => [
        binaryArray.bigint(receipts.map(({ seq }) => seq)),
        binaryArray.bytea(receipts.map(({ client }) => client)),
      ],
    )
  },

  /** The same for a client that names messages by topic and hash. */
  async acknowledgeByHash(client: string, messages: readonly { topic: string; messageId: string }[]): Promise<void> {
    await query(
      'acknowledge by hash',
      `insert into relay_receipts (seq, client)
       select m.seq, $3 from unnest($1::bytea[], $2::bytea[]) as r (topic, hash)
       join relay_messages m on m.topic = r.topic and m.hash = r.hash on conflict do nothing`,
      [messages.map(({ topic }) => bytes(topic)), messages.map(({ messageId }) => bytes(messageId)), bytes(client)],
    )
  },
})

function deletions(query: MailboxQuery, part: number) {
  /** Deletes the messages that a query selects, with their receipts, and subtracts their size. */
  async function remove(name: string, selection: string, values: number[]): Promise<number> {
    const gone = await query<{ count: string }>(
      `delete ${name}`,
      `with old as (
         ${selection} limit $1 for update skip locked
       ), gone as (
         delete from relay_messages m using old where m.seq = old.seq returning m.seq, origin, ${live} as live
       ), receipts as (
         delete from relay_receipts r using gone where r.seq = gone.seq
       ), counted as (
         update relay_usage set bytes = bytes - (select coalesce(sum(live), 0) from gone where origin is not null)
         where part = $2
       )
       select count(*) from gone`,
      [values[0]!, part, ...values.slice(1)],
    )
    return Number(gone[0]?.count ?? 0)
  }

  return {
    /** Deletes expired messages, up to `limit`; returns how many. Nodes may run it concurrently. */
    deleteExpired: (limit: number): Promise<number> =>
      remove('expired', 'select seq from relay_messages where expires_at <= now() order by expires_at', [limit]),

    /** The same for messages older than `seconds` on topics of which no one has read anything. */
    deleteUnread: (limit: number, seconds: number): Promise<number> =>
      remove(
        'unread',
        `select seq from relay_messages m
         where expires_at - published_at > interval '1 hour' and published_at < now() - $3 * interval '1 second'
           and not exists (
             select from relay_messages o join relay_receipts r on r.seq = o.seq where o.topic = m.topic
           ) order by published_at`,
        [limit, seconds],
      ),

    /** The same for messages read at least `seconds` ago, the oldest first. */
    deleteAcknowledged: (limit: number, seconds: number): Promise<number> =>
      remove(
        'acknowledged',
        `select seq from relay_messages
         where seq in (select seq from relay_receipts order by seq limit $1)
           and published_at < now() - $3 * interval '1 second'`,
        [limit, seconds],
      ),
  }
}

function usage(query: MailboxQuery) {
  async function sumOf(name: string, where: string, values: Buffer[]): Promise<number> {
    const text = `select coalesce(sum(${live}), 0) as bytes from relay_messages m where ${where} and expires_at > now()`
    const sums = await query<{ bytes: string }>(`bytes of ${name}`, text, values)
    return Number(sums[0]?.bytes ?? 0)
  }

  return {
    /** Stored bytes of everyone. */
    async liveBytes(): Promise<number> {
      const sums = await query<{ bytes: string }>('live bytes', 'select sum(bytes) as bytes from relay_usage', [])
      return Number(sums[0]?.bytes ?? 0)
    },

    /** Live bytes of one key: all of an address's, and the unacknowledged ones of a publisher or a topic. */
    bytesOf: {
      origin: (origin: string): Promise<number> => sumOf('origin', 'origin = $1', [bytes(origin)]),
      network: (network: string): Promise<number> =>
        sumOf(
          'network',
          'origin >= $1 and origin <= $2',
          [0, 255].map((fill) => Buffer.concat([bytes(network), Buffer.alloc(8, fill)]).subarray(0, 8)),
        ),
      publisher: (origin: string, publisher: string): Promise<number> =>
        sumOf('publisher', `origin = $1 and publisher = $2 and ${isUnread}`, [bytes(origin), bytes(publisher)]),
      topic: (topic: string): Promise<number> => sumOf('topic', `topic = $1 and ${isUnread}`, [bytes(topic)]),
    },
  }
}

/** Bytes that a message takes in the store: its own, its row's and its index entries'. */
export const liveBytesOf = ({ message, attestation }: Pick<NewMessage, 'message' | 'attestation'>): number =>
  message.length + (attestation?.length ?? 0) + 512
const live = 'octet_length(message) + coalesce(octet_length(attestation), 0) + 512'
const isUnread = 'not exists (select from relay_receipts r where r.seq = m.seq)'

const bytes = (hex: string) => Buffer.from(hex, 'hex')
