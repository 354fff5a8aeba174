import { KitError } from '@billfold/protocol/error'
import type { FrameEvent } from '@billfold/protocol/frame/frameMessages'

export type ScreenName = Extract<FrameEvent, { name: 'SHOW' }>['payload']['screen']

/** Runs one screen at a time; the others wait. */
export type ScreenQueue = <T>(screen: ScreenName, act: () => Promise<T>, signal: AbortSignal) => Promise<T>

/** Tells the page to show the frame before each screen, and to hide it after the last. */
export function createScreenQueue({ tell, clear }: { tell(event: FrameEvent): void; clear(): void }): ScreenQueue {
  let last: Promise<unknown> = Promise.resolve()
  let pending = 0
  return async (screen, act, signal) => {
    const before = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    pending++
    try {
      await before
      if (signal.aborted) throw new KitError('aborted')
      tell({ name: 'SHOW', payload: { screen } })
      return await act()
    } finally {
      clear()
      if (--pending === 0) tell({ name: 'HIDE', payload: undefined })
      resolve()
    }
  }
}

/** Rejects as soon as the signal aborts. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw new KitError('aborted')
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const stop = () => reject(new KitError('aborted'))
  signal.addEventListener('abort', stop)
  try {
    return await Promise.race([promise, stopped])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
