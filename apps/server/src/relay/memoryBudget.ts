import { getHeapStatistics } from 'node:v8'
import type { AddressRecord, Counted } from './addresses.ts'
import type { Connection } from './connection.ts'

export type MemoryBudget = ReturnType<typeof createMemoryBudget>

type Options = {
  /** Bytes that untrusted clients can make this process hold. */
  limit: number
  /** The largest frame: two of one address always fit. */
  frameBytes: number
  subscriptions: () => number
  /** The number of quota accounts and addresses. */
  accounts: () => number
  /** Called with the number of closed sockets. */
  onShort: (closed: number) => void
  /** Bytes outside the engine's heap, where the sockets' input is. */
  bufferBytes?: () => number
}

/**
 * Measured, with the engine's overhead: an idle socket, a subscription to a topic of its own, a quota account, a
 * remembered push.
 */
const costs = { socket: 16_384, subscription: 400, account: 240, push: 100 }
/** The share of the budget for requests and incomplete frames, and the share of that for one address or network. */
const frames = { part: 1 / 4, ofAddress: 1 / 8, ofNetwork: 1 / 4 }
/** Above this share of the budget, the network that uses most loses its sockets, until the rest fits. */
const closesAt = 1.1
/** A network with at most this share of the budget gets new subscriptions and sockets, however much others use. */
const smallPart = 1 / 64
/** The time between two looks; less if newcomers or growing buffers cause one. */
const lookMs = 1_000
const lookAgainMs = 100
/** Buffers that grew by this part of the budget since the last look cause one: it would else be spent within a second. */
const growth = 1 / 32
/** An address with no more than this in flight is served, and an incomplete frame of this size stays, however much others use. */
const smallBytes = 65_536

/**
 * One budget for everything that clients make a relay hold: sockets, subscriptions, requests in flight, incomplete
 * frames, and pushes unread or unanswered. Beyond it, networks with more than a small share get no new subscriptions,
 * then no new sockets; then the largest user's sockets are closed. A network's incomplete frames have their own share.
 */
export function createMemoryBudget({
  limit,
  frameBytes,
  subscriptions,
  accounts,
  onShort,
  bufferBytes = () => getHeapStatistics().external_memory,
}: Options) {
  const connections = new Set<Connection>()
  const framesOf = new Map<Counted, number>()
  const most = {
    frames: Math.max(limit * frames.part, 4 * frameBytes),
    ofNetwork: Math.max(limit * frames.part * frames.ofNetwork, 2 * frameBytes),
    ofAddress: Math.max(limit * frames.part * frames.ofAddress, 2 * frameBytes),
  }
  let underWay = 0
  /** Bytes found by visiting each socket: buffers, pushes and incomplete frames. */
  let sum = 0
  /** Networks with more than a small share, as of the last look; none while the budget suffices. */
  let large = new Set<Counted>()
  let lookedAt = Number.NEGATIVE_INFINITY
  let buffersAtLook = 0

  const used = () =>
    sum + underWay + connections.size * costs.socket + subscriptions() * costs.subscription + accounts() * costs.account

  function close(connection: Connection): void {
    sum -= heldBy(connection)
    // Code 1013 means later. Clients reconnect, and meet their network's limits.
    connection.socket.terminate()
  }

  function look(): void {
    lookedAt = performance.now()
    buffersAtLook = bufferBytes()
    sum = 0
    for (const connection of connections) sum += heldBy(connection)
    const stalled = stalledOf(connections, most.ofNetwork)
    for (const connection of stalled) close(connection)
    const closed = stalled.length + closeLargest()
    if (closed > 0) onShort(closed)
  }

  function closeLargest(): number {
    const usage = used() > limit ? usageByNetwork(connections) : []
    large = new Set(usage.filter(({ bytes }) => bytes > limit * smallPart).map(({ network }) => network))
    let over = used() - limit * closesAt
    let closed = 0
    for (const { bytes, connections } of usage) {
      if (over <= 0) break
      for (const connection of connections) close(connection)
      closed += connections.length
      over -= bytes
    }
    return closed
  }
  const timer = setInterval(() => {
    if (performance.now() - lookedAt >= lookMs || bufferBytes() - buffersAtLook > limit * growth) look()
  }, lookAgainMs)
  timer.unref()

  return {
    used,
    /**
     * Whether an address may have a new subscription or socket: always while less than this part of the budget is in
     * use, and beyond it if its network uses little. One network's use is not everyone's shortage.
     */
    hasRoomFor({ all }: AddressRecord, part = 1): boolean {
      if (used() <= limit * part) return true
      if (performance.now() - lookedAt > lookAgainMs) look()
      return !large.has(all.at(-1)!)
    },
    watch: (connection: Connection): void => void connections.add(connection),
    unwatch: (connection: Connection): void => void connections.delete(connection),
    /** Counts the bytes of a request or, below zero, of an answered one. */
    addFrame({ all }: AddressRecord, bytes: number): void {
      underWay += bytes
      for (let i = 0; i < all.length; i++) {
        const now = (framesOf.get(all[i]!) ?? 0) + bytes
        if (now > 0) framesOf.set(all[i]!, now)
        else framesOf.delete(all[i]!)
      }
    },
    /** Whether an address's bytes in flight are within its share, and everyone's within theirs. */
    hasRoomForFrames({ all }: AddressRecord): boolean {
      const own = framesOf.get(all[0]!) ?? 0
      if (own > most.ofAddress || (framesOf.get(all.at(-1)!) ?? 0) > most.ofNetwork) return false
      return underWay <= most.frames || own <= smallBytes
    },
    look,
    stop: () => clearInterval(timer),
  }
}

/** Bytes that each network holds, with its sockets. */
function usageByNetwork(connections: Iterable<Connection>) {
  const usage = new Map<Counted, { network: Counted; bytes: number; connections: Connection[] }>()
  for (const connection of connections) {
    const network = connection.address.all.at(-1)!
    const known = usage.get(network)
    const bytes = heldBy(connection) + connection.inFlight.bytes + costs.socket
    if (known) {
      known.bytes += bytes
      known.connections.push(connection)
    } else
      usage.set(network, {
        network,
        bytes: bytes + network.subscriptions * costs.subscription,
        connections: [connection],
      })
  }
  return [...usage.values()].sort((a, b) => b.bytes - a.bytes)
}

/** The connections with the largest incomplete frames of each network whose frames exceed its share. */
function stalledOf(connections: Iterable<Connection>, shareBytes: number): Connection[] {
  const stalled = new Map<Counted, Connection[]>()
  for (const connection of connections) {
    if (incompleteOf(connection) <= smallBytes) continue
    const network = connection.address.all.at(-1)!
    const known = stalled.get(network)
    if (known) known.push(connection)
    else stalled.set(network, [connection])
  }
  return [...stalled.values()].flatMap((list) => {
    let over = list.reduce((bytes, each) => bytes + incompleteOf(each), 0) - shareBytes
    if (over > 0) list.sort((a, b) => incompleteOf(b) - incompleteOf(a))
    return list.filter((connection) => {
      if (over <= 0) return false
      over -= incompleteOf(connection)
      return true
    })
  })
}

/** Bytes of a frame that has not arrived whole. */
const incompleteOf = ({ stream, bytesDone }: Connection) => Math.max(0, (stream.bytesRead ?? 0) - bytesDone)

/** Bytes that a socket holds besides its requests: unread output, unanswered pushes, and an incomplete frame. */
function heldBy(connection: Connection): number {
  const { socket, sent, pending } = connection
  const pushes = (sent?.size ?? 0) + (pending?.size ?? 0)
  return socket.bufferedAmount + incompleteOf(connection) + pushes * costs.push
}
