import { KitError } from '@billfold/protocol/error'
import { AskedTooMuch } from '../limits/askedTooMuch.ts'
import { visitorNow } from '../limits/visitor.ts'

/** Runs work for a key when there is room for it. */
export type Gate = <T>(key: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

/** Those of one visitor: how many run, and who waits, in order. */
type Share = { running: number; queue: Set<() => void> }
type Lane = { running: number; waiting: number; shares: Map<string | undefined, Share> }

/**
 * Lets so many run at once for each key, keeps so many waiting, and refuses the rest: what is slow holds up only its own. Visitors share it
 * evenly, with one more share kept for anyone who comes next: one alone has half, two a third each, and the last quarter is for those who have
 * none yet. Of one a quarter wait, and they take turns: no one waits behind another's burst.
 */
export function createGate({
  atOnce,
  waiting,
  visitor = visitorNow,
}: {
  atOnce: number
  waiting: number
  visitor?: () => string | undefined
}): Gate {
  const lanes = new Map<string, Lane>()
  const hasRoom = (who: string | undefined, lane: Lane, { running }: Share) => {
    if (who === undefined || running === 0) return lane.running < atOnce
    return lane.running < atOnce - Math.ceil(atOnce / 4) && running < Math.floor(atOnce / (lane.shares.size + 1))
  }
  const mostWaiting = (who: string | undefined) => (who === undefined ? waiting : Math.ceil(waiting / 4))

  /** Gives what is free to those who wait, one visitor after the other. */
  function admit(lane: Lane) {
    for (let isMoving = true; isMoving; ) {
      isMoving = false
      for (const [who, share] of [...lane.shares]) {
        const [go] = share.queue
        if (!go || !hasRoom(who, lane, share)) continue
        // Anyone who was served goes to the end of the line.
        lane.shares.delete(who)
        lane.shares.set(who, share)
        go()
        isMoving = true
      }
    }
  }

  return async (key, work, signal) => {
    const who = visitor()
    const lane = lanes.get(key) ?? { running: 0, waiting: 0, shares: new Map() }
    lanes.set(key, lane)
    const share = lane.shares.get(who) ?? { running: 0, queue: new Set() }
    lane.shares.set(who, share)
    const enter = () => {
      lane.running += 1
      share.running += 1
    }
    const tidy = () => {
      if (share.running === 0 && share.queue.size === 0 && lane.shares.get(who) === share) lane.shares.delete(who)
      if (lane.shares.size === 0 && lanes.get(key) === lane) lanes.delete(key)
    }
    if (hasRoom(who, lane, share)) enter()
    else if (share.queue.size >= mostWaiting(who) && who !== undefined) throw new AskedTooMuch(1)
    else if (lane.waiting >= waiting)
      throw new KitError('unavailable', { message: 'Too many requests wait for this chain: try again later.' })
    else {
      lane.waiting += 1
      await turn(share, enter, signal).finally(() => {
        lane.waiting -= 1
        tidy()
      })
    }
    try {
      return await work()
    } finally {
      lane.running -= 1
      share.running -= 1
      admit(lane)
      tidy()
    }
  }
}

function turn({ queue }: Share, enter: () => void, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new KitError('aborted'))
    const leave = () => {
      queue.delete(go)
      reject(new KitError('aborted'))
    }
    const go = () => {
      queue.delete(go)
      signal?.removeEventListener('abort', leave)
      enter()
      resolve()
    }
    queue.add(go)
    signal?.addEventListener('abort', leave, { once: true })
  })
}
