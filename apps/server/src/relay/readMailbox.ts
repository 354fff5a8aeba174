import type { MailboxQuery } from './mailboxQuery.ts'

/** A message in the mailbox; `seq` is its order of arrival. */
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
/** The size of a page, the number that it starts after, and the messages that were sent already. */
export type Page = { rows: number; bytes: number; cursor?: number; sent?: readonly number[] }
export type Unread = { messages: StoredMessage[]; bytes: number; hasMore: boolean }

/** The reads of the mailbox; none of them changes it. */
export function readMailbox(query: MailboxQuery) {
  async function* pages(name: string, where: string, values: unknown[]): AsyncGenerator<ReadMessage> {
    const inner = `select ${columns}, ${readers} from relay_messages m
                   where ${where} and expires_at > now() and seq > $1 order by seq limit 500`
    for (let cursor = 0; ; ) {
      const page = await query<Row & Measured & { readers: Buffer[] }>(name, paged(inner, '$2'), [
        cursor,
        pageBytes,
        ...values,
      ])
      yield* page.map(toReadMessage)
      if (page.length === Number(page[0]?.found ?? 0) && page.length < 500) return
      cursor = Number(page.at(-1)?.seq)
    }
  }

  return {
    /**
     * A client's unacknowledged messages on these topics, in order: as many as fit into `bytes`, with 192 of overhead
     * each in a frame, but at least one. A message's size is known without loading it, so nothing is loaded that is not
     * returned.
     */
    async unread(client: string, topics: readonly string[], page: Page): Promise<Unread> {
      const readRows = await query<Row & Measured>(
        'unread',
        paged(
          `select ${columns} from relay_messages m
           where topic = any ($1::bytea[]) and expires_at > now() and publisher <> $2 and seq > $3
             and seq <> all ($4::bigint[])
             and not exists (select from relay_receipts r where r.seq = m.seq and r.client = $2)
           order by seq limit $5`,
          '$6',
        ),
        [topics.map(bytes), bytes(client), page.cursor ?? 0, page.sent ?? [], page.rows + 1, page.bytes],
      )
      const messages = readRows.slice(0, page.rows).map(toMessage)
      return {
        messages,
        bytes: readRows.reduce((sum, { size }) => sum + size, 0),
        hasMore: messages.length < Number(readRows[0]?.found ?? 0),
      }
    },

    /** Messages by number, for a node that got an announcement, a page in memory at a time. */
    bySeq: (seqs: readonly number[]): AsyncGenerator<ReadMessage> =>
      pages('by seq', 'seq = any ($3::bigint[])', [seqs]),

    /** Messages of the last seconds on these topics, for a node that may have missed announcements. */
    recent: (topics: readonly string[], seconds: number): AsyncGenerator<ReadMessage> =>
      pages('recent', `topic = any ($3::bytea[]) and published_at > now() - $4 * interval '1 second'`, [
        topics.map(bytes),
        seconds,
      ]),
  }
}

/** The most that one read of the mailbox by a node loads. */
const pageBytes = 4_194_304
/** Includes the size in a frame, which is known without loading the message. */
const columns = `seq, topic, message, tag, attestation, publisher, published_at,
                 octet_length(message) + coalesce(octet_length(attestation), 0) + 192 as size`
/** Cuts a query's rows, in order, at the page's bytes, but keeps at least one; each row has the total count. */
const paged = (inner: string, limit: string): string =>
  `select * from (
     select *, sum(size) over (order by seq) - size as before, count(*) over () as found from (${inner}) as candidates
   ) as measured where before + size <= ${limit} or before = 0 order by seq`
type Measured = { size: number; found: string }

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
