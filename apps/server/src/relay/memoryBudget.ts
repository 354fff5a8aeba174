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
  lookMs?: number
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
/** The minimum time between two looks that newcomers cause. */
const lookAgainMs = 100

/**
 * One budget for everything that clients make a relay hold: sockets, subscriptions, requests in flight, incomplete
 * frames, and pushes unread or unanswered. Beyond it, networks with more than a small share get no new subscriptions,
 * then no new sockets; then the largest user's sockets are closed.
 */
export function createMemoryBudget({ limit, frameBytes, subscriptions, accounts, onShort, lookMs = 1_000 }: Options) {
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

  const used = () =>
    sum + underWay + connections.size * costs.socket + subscriptions() * costs.subscription + accounts() * costs.account

  /** Bytes that each network holds, with its sockets. */
  function usageByNetwork() {
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

  function look(): void {
    lookedAt = performance.now()
    sum = 0
    for (const connection of connections) sum += heldBy(connection)
    const usage = used() > limit ? usageByNetwork() : []
    large = new Set(usage.filter(({ bytes }) => bytes > limit * smallPart).map(({ network }) => network))
    let over = used() - limit * closesAt
    if (over <= 0) return
    let closed = 0
    for (const { bytes, connections } of usage) {
      if (over <= 0) break
      // Code 1013 means later. Clients reconnect, and meet their network's limits.
      for (const connection of connections) {
        sum -= heldBy(connection)
        connection.socket.terminate()
      }
      closed += connections.length
      over -= bytes
    }
    onShort(closed)
  }
  const timer = setInterval(look, lookMs)
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

/** An address with no more than this in flight is served, however much others use. */
const smallBytes = 65_536

/** Bytes that a socket holds besides its requests: unread output, unanswered pushes, and an incomplete frame. */
function heldBy({ socket, stream, bytesDone, sent, pending }: Connection): number {
  const partial = Math.max(0, (stream.bytesRead ?? 0) - bytesDone)
  return socket.bufferedAmount + partial + ((sent?.size ?? 0) + (pending?.size ?? 0)) * costs.push
}
