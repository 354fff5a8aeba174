import { KitError } from '@billfold/protocol/error'
import { widestNetworkOf } from '@billfold/protocol/rateLimitKey'
import { RateLimitError } from './rateLimitError.ts'
import { currentCallers } from './visitor.ts'

/** Runs work for a key when there is a free slot. */
export type Gate = <T>(key: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

type Options = { atOnce: number; waiting: number; patienceMs?: number }
type Who = string | undefined
/** A visitor's part of a lane: running tasks, and queued ones in order. */
type Share = { who: Who; group: Group; running: number; queue: Set<Entry> }
/** The visitors of one network, whose clients may all be the same person. */
type Group = { network: Who; running: number; waiting: number; shares: Map<Who, Share> }
type Lane = { running: number; waiting: number; groups: Map<Who, Group> }
/** A queued task, in the shares of all its callers. */
type Entry = { go(share: Share): void }

/**
 * Runs `atOnce` tasks at a time for each key, queues `waiting`, and rejects the rest. Networks share a key evenly, with
 * one more share kept for the next: a single one has half, two a third each, and the last quarter is for newcomers. The
 * visitors of a network share its part. A visitor may have a quarter of the queue, a network half of it; networks take
 * turns, and within each its visitors. A task with several callers runs as soon as one of them has room. With `patienceMs`,
 * a task that waited that long is rejected.
 */
export function createGate({ atOnce, waiting, patienceMs }: Options): Gate {
  const lanes = new Map<string, Lane>()
  function hasRoom(lane: Lane, { who, group, running }: Share): boolean {
    if (who === undefined || group.running === 0) return lane.running < atOnce
    const part = Math.floor(atOnce / (lane.groups.size + 1))
    if (lane.running >= atOnce - Math.ceil(atOnce / 4) || group.running >= part) return false
    return running === 0 || running < Math.floor(part / Math.max(1, group.shares.size))
  }
  const mayWait = ({ who, group, queue }: Share): boolean =>
    who === undefined || (queue.size < Math.ceil(waiting / 4) && group.waiting < Math.ceil(waiting / 2))
  /** The next task of a network, of the visitor whose turn it is. */
  function findNext(lane: Lane, { shares }: Group): [Entry, Share] | undefined {
    for (const share of shares.values()) {
      const [entry] = share.queue
      if (entry && hasRoom(lane, share)) return [entry, share]
    }
    return undefined
  }

  /** Gives free slots to queued tasks, one network after the other. */
  function admit(lane: Lane) {
    for (let isMoving = true; isMoving; ) {
      isMoving = false
      for (const group of [...lane.groups.values()]) {
        const next = group.waiting > 0 ? findNext(lane, group) : undefined
        if (!next) continue
        const [entry, share] = next
        // After its turn a network moves to the end of the line.
        lane.groups.delete(group.network)
        group.shares.delete(share.who)
        entry.go(share)
        isMoving = true
      }
    }
  }

  /** Waits until one of the callers has room; resolves to their share, which then counts the task. */
  function waitForTurn(lane: Lane, signal: AbortSignal | undefined): Promise<Share> {
    const { members, onJoin } = currentCallers()
    const open = members.filter((who) => mayWait(shareOf(lane, who)))
    if (open.length === 0 && !members.includes(undefined)) throw new RateLimitError(1)
    if (lane.waiting >= waiting) throw full()
    if (signal?.aborted) throw new KitError('aborted')
    return new Promise((resolve, reject) => {
      const shares = new Set<Share>()
      const leave = () => {
        stop()
        clearTimeout(patience)
        signal?.removeEventListener('abort', abort)
        lane.waiting -= 1
        for (const share of shares) {
          share.queue.delete(entry)
          share.group.waiting -= 1
          drop(lane, share)
        }
      }
      const entry: Entry = {
        go(share) {
          leave()
          enter(lane, share)
          resolve(share)
        },
      }
      const abort = () => {
        leave()
        reject(new KitError('aborted'))
      }
      const expire = () => {
        leave()
        reject(members.includes(undefined) ? full() : new RateLimitError(1))
      }
      const patience = patienceMs === undefined ? undefined : setTimeout(expire, patienceMs).unref()
      const queueFor = (who: Who) => {
        const share = shareOf(lane, who)
        keep(lane, share)
        share.queue.add(entry)
        share.group.waiting += 1
        shares.add(share)
      }
      const stop = onJoin((who) => {
        const share = shareOf(lane, who)
        if (hasRoom(lane, share)) entry.go(share)
        else if (mayWait(share)) queueFor(who)
      })
      lane.waiting += 1
      for (const who of open) queueFor(who)
      signal?.addEventListener('abort', abort, { once: true })
    })
  }

  return async (key, work, signal) => {
    const lane = lanes.get(key) ?? { running: 0, waiting: 0, groups: new Map() }
    lanes.set(key, lane)
    let share: Share | undefined
    try {
      share = currentCallers()
        .members.map((who) => shareOf(lane, who))
        .find((each) => hasRoom(lane, each))
      if (share) enter(lane, share)
      else share = await waitForTurn(lane, signal)
      return await work()
    } finally {
      if (share) {
        lane.running -= 1
        share.group.running -= 1
        share.running -= 1
        admit(lane)
        drop(lane, share)
      }
      if (lane.groups.size === 0 && lanes.get(key) === lane) lanes.delete(key)
    }
  }
}

const full = () => new KitError('unavailable', { message: 'Too many queued requests: try again later.' })

function shareOf({ groups }: Lane, who: Who): Share {
  const network = who === undefined ? undefined : widestNetworkOf(who)
  const group = groups.get(network) ?? { network, running: 0, waiting: 0, shares: new Map() }
  return group.shares.get(who) ?? { who, group, running: 0, queue: new Set() }
}

const keep = ({ groups }: Lane, share: Share) => {
  groups.set(share.group.network, share.group)
  share.group.shares.set(share.who, share)
}

const enter = (lane: Lane, share: Share) => {
  keep(lane, share)
  lane.running += 1
  share.group.running += 1
  share.running += 1
}

const drop = (lane: Lane, { who, group, running, queue }: Share) => {
  if (running === 0 && queue.size === 0) group.shares.delete(who)
  if (group.shares.size === 0) lane.groups.delete(group.network)
}
