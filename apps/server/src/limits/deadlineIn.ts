/** A timer this late means that the process was blocked by the disk, the machine or itself. */
const lateMs = 250
const readMs = 250

/**
 * Calls `expire` when an upstream takes too long, unless it is stopped before. If the process itself was blocked, the
 * response may be waiting unread: it gets a moment before the upstream's failure counts.
 */
export function startDeadline(ms: number, expire: () => void, now: () => number = () => performance.now()): () => void {
  const due = now() + ms
  const end = () => {
    if (now() < due + lateMs) expire()
    else timer = setTimeout(expire, readMs).unref()
  }
  let timer = setTimeout(end, ms).unref()
  return () => clearTimeout(timer)
}

/** A signal that aborts at a deadline. */
export function deadlineIn(ms: number, now?: () => number): AbortSignal {
  const controller = new AbortController()
  startDeadline(ms, () => controller.abort(new DOMException('It took too long', 'TimeoutError')), now)
  return controller.signal
}
