import { KitError } from '@billfold/protocol/error'
import type { FrameEvent } from '@billfold/protocol/frame/frameMessages'

export type ScreenName = Extract<FrameEvent, { name: 'SHOW' }>['payload']['screen']

/** The one place where something is shown: what else wants to be seen waits for its turn. */
export type Stage = <T>(screen: ScreenName, act: () => Promise<T>, signal: AbortSignal) => Promise<T>

/** Asks the page to show the frame before each act, and to hide it after the last. */
export function createStage({ tell, clear }: { tell(event: FrameEvent): void; clear(): void }): Stage {
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0
  return async (screen, act, signal) => {
    const before = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = promise
    waiting++
    try {
      await before
      if (signal.aborted) throw new KitError('aborted')
      tell({ name: 'SHOW', payload: { screen } })
      return await act()
    } finally {
      clear()
      if (--waiting === 0) tell({ name: 'HIDE', payload: undefined })
      resolve()
    }
  }
}

/** A promise that ends with the signal, whatever it waits for. */
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
