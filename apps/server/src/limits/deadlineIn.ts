/** A timer this late was not waited for: the process was held up by the disk, the machine or itself. */
const lateMs = 250
const readMs = 250

/**
 * Aborts when someone else took too long. That a process was held up itself proves nothing about others: what they said meanwhile lies
 * unread, and gets a moment before they are given up and their failure counted.
 */
export function deadlineIn(ms: number, now: () => number = () => performance.now()): AbortSignal {
  const controller = new AbortController()
  const due = now() + ms
  const abort = () => controller.abort(new DOMException('It took too long', 'TimeoutError'))
  setTimeout(() => (now() < due + lateMs ? abort() : setTimeout(abort, readMs).unref()), ms).unref()
  return controller.signal
}
