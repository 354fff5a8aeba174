import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type RelayMetrics = ReturnType<typeof createRelayMetrics>

type Watched = {
  counts: () => { sockets: number; clients: number; topics: number; subscriptions: number }
  bufferedBytes: () => number
  memoryBytes: () => number
  isFanOutUp: () => boolean
}

/** The relay's Prometheus metrics: volume, speed and refusals, never clients. */
export function createRelayMetrics({ counts, bufferedBytes, memoryBytes, isFanOutUp }: Watched) {
  const register = new Registry()
  const registers = [register]
  collectDefaultMetrics({ register })
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge('relay_sockets', 'Open sockets', () => counts().sockets)
  gauge('relay_clients', 'Clients with at least one socket', () => counts().clients)
  gauge('relay_topics', 'Topics someone on this node listens to', () => counts().topics)
  gauge('relay_subscriptions', 'Subscriptions of clients on this node', () => counts().subscriptions)
  gauge('relay_budgeted_bytes', 'Bytes of the memory budget that clients use', memoryBytes)
  gauge('relay_buffered_bytes', 'Bytes that clients have not read yet', bufferedBytes)
  gauge('relay_fanout_up', 'Whether other nodes can be told of messages (1 for a single node)', () =>
    isFanOutUp() ? 1 : 0,
  )
  const messages = new Counter({
    name: 'relay_messages_total',
    help: 'Messages by what became of them: accepted, duplicate, delivered, acknowledged, expired',
    labelNames: ['what'],
    registers,
  })
  return {
    register,
    // Bound once: they are counted ten thousand times a second.
    accepted: messages.labels('accepted'),
    duplicate: messages.labels('duplicate'),
    delivered: messages.labels('delivered'),
    acknowledged: messages.labels('acknowledged'),
    expired: messages.labels('expired'),
    received: new Counter({
      name: 'relay_announcements_total',
      help: 'Announcements of other nodes, by whether their topic has a subscriber here',
      labelNames: ['topic'],
      registers,
    }),
    refused: new Counter({
      name: 'relay_refused_total',
      help: 'What was refused, by why',
      labelNames: ['why'],
      registers,
    }),
    requests: new Histogram({
      name: 'relay_request_duration_seconds',
      help: 'Time from a request to its response',
      labelNames: ['method'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15],
      registers,
    }),
    batch: new Histogram({
      name: 'relay_commit_messages',
      help: 'Messages written to the database at once',
      buckets: [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000],
      registers,
    }),
  }
}
