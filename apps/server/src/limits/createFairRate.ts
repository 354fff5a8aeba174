import { widestNetworkOf } from '@billfold/protocol/rateLimitKey'
import type { Quota } from './createMemoryLimiter.ts'
import { RateLimitError } from './rateLimitError.ts'
import { currentCallers } from './visitor.ts'

type Who = string | undefined
/** Keeps requests to one service within its limit, and divides that among visitors. */
export type FairRate = {
  /** Resolves when it is the caller's turn; rejects with the seconds to wait if that is too far off. */
  turn(signal?: AbortSignal): Promise<void>
  /** The service rejected a request for this long: its limit is lower than assumed. */
  rejected(restMs: number): void
}

type Options = {
  /** The service's limit; learned from its first rejection if absent. */
  quota?: Quota | undefined
  /** One visitor's limit while the service's is unknown; a network may send twice as much. */
  ownQuota?: Quota
  /** How long a caller queues for its turn. */
  patienceMs?: number
  /** Queued callers, in total and of one visitor. */
  waiting?: number
  ownWaiting?: number
  now?: (() => number) | undefined
}

/** Enough for a page that opens with ten networks. */
const usualOwn: Quota = { limit: 200, windowMs: 60_000 }
/** Fewer say nothing about a limit: others may use the same account. */
const minLearned = 5
/** Requests that are remembered while the limit is unknown. */
const maxRemembered = 5_000
/** A learned limit grows by a tenth every quarter of an hour, and is dropped at twice its first value. */
const [growth, growthMs] = [1.1, 900_000]

/**
 * A limit as the service counts it, over any window of time. Networks divide three quarters of it, with one more share
 * kept for the next, and the visitors of a network its share; the last quarter is for networks with less than a
 * sixteenth of the limit. A caller over its share queues, and networks take turns: no one can make the service block
 * the others.
 */
export function createFairRate({
  quota,
  ownQuota = usualOwn,
  patienceMs = 1_000,
  waiting = 256,
  ownWaiting = 16,
  now = Date.now,
}: Options = {}): FairRate {
  type Entry = { who: Who; go(): void }
  const limit = createServiceLimit(quota, now)
  const { hasRoom, note, countSince, oldestAt } = createShares(limit.current, ownQuota, now)
  /** Queued callers, by network. */
  const queues = new Map<Who, Set<Entry>>()
  let timer: NodeJS.Timeout | undefined
  let waits = 0

  /**
   * Gives turns to queued callers, one network after the other, and checks again when the oldest request no longer
   * counts.
   */
  function admit() {
    timer = undefined
    for (let isMoving = true; isMoving; ) {
      isMoving = false
      for (const [network, queue] of [...queues]) {
        const entry = firstAble(queue)
        if (!entry) continue
        // After its turn a network moves to the end of the line.
        queues.delete(network)
        if (queue.size > 1) queues.set(network, queue)
        entry.go()
        isMoving = true
      }
    }
    schedule()
  }
  function firstAble(queue: Set<Entry>): Entry | undefined {
    const seen = new Set<Who>()
    for (const entry of queue) {
      if (!seen.has(entry.who) && hasRoom(entry.who)) return entry
      seen.add(entry.who)
    }
    return undefined
  }
  function schedule() {
    if (timer || waits === 0) return
    const { windowMs } = limit.current() ?? ownQuota
    timer = setTimeout(admit, Math.max(1, (oldestAt() ?? now()) + windowMs - now()))
    timer.unref()
  }
  const waitingOf = (who: Who) => [...(queues.get(networkOf(who)) ?? [])].filter((entry) => entry.who === who).length
  const retryAfterS = () => Math.ceil(Math.max(1_000, (limit.current() ?? ownQuota).windowMs) / 1_000)

  return {
    async turn(signal) {
      const { members } = currentCallers()
      // No one overtakes their own earlier requests.
      const able = members.findIndex((each) => waitingOf(each) === 0 && hasRoom(each))
      if (able >= 0) return note(members[able])
      const [who] = members
      const network = networkOf(who)
      const queue = queues.get(network) ?? new Set<Entry>()
      const isFull = who !== undefined && (waitingOf(who) >= ownWaiting || queue.size >= waiting / 2)
      if (waits >= waiting || isFull) throw new RateLimitError(retryAfterS())
      await new Promise<void>((resolve, reject) => {
        const leave = () => {
          clearTimeout(patience)
          signal?.removeEventListener('abort', timeOut)
          queue.delete(entry)
          if (queue.size === 0 && queues.get(network) === queue) queues.delete(network)
          waits -= 1
        }
        const entry: Entry = {
          who,
          go() {
            leave()
            note(who)
            resolve()
          },
        }
        const timeOut = () => {
          leave()
          reject(new RateLimitError(retryAfterS()))
        }
        const patience = setTimeout(timeOut, patienceMs)
        signal?.addEventListener('abort', timeOut, { once: true })
        queue.add(entry)
        queues.set(network, queue)
        waits += 1
        schedule()
      })
    },

    rejected(restMs) {
      // The back-off is about as long as the service's window.
      const windowMs = Math.min(60_000, Math.max(1_000, restMs))
      limit.learn(countSince(windowMs), windowMs)
    },
  }
}

/** The service's limit: the configured one, or one that its rejections suggest. */
function createServiceLimit(quota: Quota | undefined, now: () => number) {
  let learned: (Quota & { until: number; since: number }) | undefined
  return {
    current(): Quota | undefined {
      if (!learned) return quota
      for (; now() >= learned.since + growthMs; learned.since += growthMs) {
        learned.limit *= growth
        if (learned.limit <= learned.until) continue
        learned = undefined
        return quota
      }
      return learned
    },
    /** The service rejected a request after it had accepted `count` in a window. */
    learn(count: number, windowMs: number): void {
      const limit = Math.max(minLearned, Math.min(count * 0.8, learned?.limit ?? Number.POSITIVE_INFINITY))
      learned = { limit, windowMs, until: limit * 2, since: now() }
    },
  }
}

/** The requests that still count, and each caller's share of the limit. */
function createShares(limitNow: () => Quota | undefined, ownQuota: Quota, now: () => number) {
  let sent: { at: number; who: Who }[] = []
  /** Requests of each network, and of each of its visitors. */
  const networks = new Map<Who, { sent: number; visitors: Map<Who, number> }>()

  function forget(windowMs: number) {
    const from = sent.findIndex(({ at }) => at > now() - windowMs)
    const gone = from < 0 ? sent : sent.slice(0, from)
    if (gone.length === 0) return
    sent = from < 0 ? [] : sent.slice(from)
    for (const { who } of gone) {
      const network = networks.get(networkOf(who))!
      const left = network.visitors.get(who)! - 1
      network.sent -= 1
      if (left > 0) network.visitors.set(who, left)
      else network.visitors.delete(who)
      if (network.sent === 0) networks.delete(networkOf(who))
    }
  }

  /** Whether the limit leaves room for one more of a caller; the server itself waits for the limit alone. */
  function hasRoom(who: Who): boolean {
    const known = limitNow()
    forget((known ?? ownQuota).windowMs)
    const network = networks.get(networkOf(who))
    const own = network?.visitors.get(who) ?? 0
    const ofNetwork = network?.sent ?? 0
    if (!known) return who === undefined || (own < ownQuota.limit && ofNetwork < 2 * ownQuota.limit)
    const limit = Math.max(1, Math.floor(known.limit))
    if (who === undefined || ofNetwork < Math.max(1, Math.floor(limit / 16))) return sent.length < limit
    const others = networks.size - (networks.has(undefined) ? 1 : 0)
    const divided = (limit * 3) / 4
    const part = Math.max(1, Math.round(divided / (others + 1)))
    if (sent.length >= divided || ofNetwork >= part) return false
    return own === 0 || own < Math.round(part / network!.visitors.size)
  }

  function note(who: Who) {
    if (sent.length >= maxRemembered && !limitNow()) forget((sent.at(-1)!.at - sent[0]!.at) / 2 + 1)
    sent.push({ at: now(), who })
    const network = networks.get(networkOf(who)) ?? { sent: 0, visitors: new Map() }
    network.sent += 1
    network.visitors.set(who, (network.visitors.get(who) ?? 0) + 1)
    networks.set(networkOf(who), network)
  }

  return {
    hasRoom,
    note,
    countSince: (windowMs: number) => sent.filter(({ at }) => at > now() - windowMs).length,
    oldestAt: () => sent[0]?.at,
  }
}

const networkOf = (who: Who): Who => (who === undefined ? undefined : widestNetworkOf(who))
