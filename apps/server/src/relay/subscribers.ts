import { hash } from 'node:crypto'
import { type AddressRecord, count } from './addresses.ts'
import type { Connection } from './connection.ts'
import { createMeter, type Meter } from './meter.ts'

/** A client on this node: its open sockets (tabs share an id) and its subscriptions. */
export type Client = {
  key: string
  /** Its did:key. */
  id: string
  connections: Set<Connection>
  /** The address of its first socket, which its subscriptions count for. */
  home: AddressRecord
  /** Topic → the id of the subscription. */
  topics: Map<string, string>
  meter: Meter
  /** The latest message numbers it has fetched: none is returned twice. */
  fetched: Set<number> | undefined
}

export type Subscribers = ReturnType<typeof createSubscribers>

/**
 * Clients connected to this node and their subscriptions. Only in memory: clients subscribe again on every connection.
 */
export function createSubscribers(
  /** A topic got its first subscriber here, or lost its last. */
  onTopic: (topic: string) => void = () => {},
) {
  const clients = new Map<string, Client>()
  const topics = new Map<string, Set<Client>>()
  let subscriptions = 0

  function leave(client: Client, topic: string) {
    if (!client.topics.delete(topic)) return
    subscriptions--
    count(client.home, 'subscriptions', -1)
    const listeners = topics.get(topic)
    listeners?.delete(client)
    if (listeners?.size !== 0) return
    topics.delete(topic)
    onTopic(topic)
  }

  return {
    connect(key: string, id: string, connection: Connection): Client {
      let client = clients.get(key)
      if (!client)
        clients.set(
          key,
          (client = {
            key,
            id,
            connections: new Set(),
            home: connection.address,
            topics: new Map(),
            meter: createMeter(),
            fetched: undefined,
          }),
        )
      client.connections.add(connection)
      return client
    },
    disconnect(client: Client, connection: Connection) {
      client.connections.delete(connection)
      if (client.connections.size > 0) return
      for (const topic of [...client.topics.keys()]) leave(client, topic)
      clients.delete(client.key)
    },
    subscribe(client: Client, topic: string): string {
      const id = client.topics.get(topic) ?? subscriptionId(topic, client.id)
      // A request may still be in flight when the last socket closes; such a client would never be removed.
      if (client.connections.size === 0) return id
      if (client.topics.has(topic)) return id
      client.topics.set(topic, id)
      subscriptions++
      count(client.home, 'subscriptions', 1)
      let listeners = topics.get(topic)
      if (!listeners) {
        topics.set(topic, (listeners = new Set()))
        onTopic(topic)
      }
      listeners.add(client)
      return id
    },
    unsubscribe: leave,
    /** The clients on this node that subscribe to a topic. */
    of: (topic: string): ReadonlySet<Client> => topics.get(topic) ?? nobody,
    hasTopic: (topic: string): boolean => topics.has(topic),
    topics: (): string[] => [...topics.keys()],
    clients: (): Iterable<Client> => clients.values(),
    client: (key: string): Client | undefined => clients.get(key),
    counts: () => ({ clients: clients.size, topics: topics.size, subscriptions }),
    bufferedBytes() {
      let bytes = 0
      for (const { connections } of clients.values())
        for (const { socket } of connections) bytes += socket.bufferedAmount
      return bytes
    },
  }
}

/** A subscription's id: clients compute the same. */
export const subscriptionId = (topic: string, clientId: string): string => hash('sha256', topic + clientId)

const nobody: ReadonlySet<Client> = new Set()
