import { KitError } from '@billfold/protocol/error'

/**
 * The work's result, or `aborted` as soon as the caller leaves and `timeout` as soon as the deadline passes. The work
 * itself may notice neither.
 */
export function untilAborted<T>(work: Promise<T>, { signal, deadline, message }: Waiting): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new KitError('aborted'))
    const expire = () => reject(new KitError('timeout', message === undefined ? {} : { message }))
    if (signal?.aborted) leave()
    if (deadline?.aborted) expire()
    signal?.addEventListener('abort', leave)
    deadline?.addEventListener('abort', expire)
    // Attached even if it is already aborted: an unhandled rejection would end the process.
    work.then(resolve, reject).finally(() => {
      signal?.removeEventListener('abort', leave)
      deadline?.removeEventListener('abort', expire)
    })
  })
}

type Waiting = {
  signal?: AbortSignal | undefined
  deadline?: AbortSignal | undefined
  /** The timeout's message. */
  message?: string | undefined
}
