/** A timer this late means that the process was blocked by the disk, the machine or itself. */
const lateMs = 250
const readMs = 250

/**
 * Aborts when an upstream takes too long. If the process itself was blocked, the response may be waiting unread: it
 * gets a moment before the upstream's failure counts.
 */
export function deadlineIn(ms: number, now: () => number = () => performance.now()): AbortSignal {
  const controller = new AbortController()
  const due = now() + ms
  const abort = () => controller.abort(new DOMException('It took too long', 'TimeoutError'))
  setTimeout(() => (now() < due + lateMs ? abort() : setTimeout(abort, readMs).unref()), ms).unref()
  return controller.signal
}
