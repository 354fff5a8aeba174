import { KitError } from '@billfold/protocol/error'

/** Runs work for a key when there is room for it. */
export type Gate = <T>(key: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>

type Lane = { running: number; queue: Set<() => void> }

/** Lets so many run at once for each key, keeps so many waiting, and refuses the rest: what is slow holds up only its own. */
export function createGate({ atOnce, waiting }: { atOnce: number; waiting: number }): Gate {
  const lanes = new Map<string, Lane>()
  return async (key, work, signal) => {
    const lane = lanes.get(key) ?? { running: 0, queue: new Set() }
    lanes.set(key, lane)
    if (lane.running >= atOnce) {
      if (lane.queue.size >= waiting)
        throw new KitError('unavailable', { message: 'Too many requests wait for this chain: try again later.' })
      await turn(lane, signal)
    } else lane.running++
    try {
      return await work()
    } finally {
      const [next] = lane.queue
      // Whoever is next takes the place over, so the count stays.
      if (next) next()
      else if (--lane.running === 0) lanes.delete(key)
    }
  }
}

function turn({ queue }: Lane, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new KitError('aborted'))
    const leave = () => {
      queue.delete(go)
      reject(new KitError('aborted'))
    }
    const go = () => {
      queue.delete(go)
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    queue.add(go)
    signal?.addEventListener('abort', leave, { once: true })
  })
}
