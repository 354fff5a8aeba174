import { KitError } from '@billfold/protocol/error'
import type { Stop } from '../../../ports/clock.ts'
import type { Ports } from '../../../ports/ports.ts'

const [width, height] = [420, 700]
const checkMs = 500
/** How long a closed window's last message may take. */
const graceMs = 1_000
const [maxClosingMs, closingCheckMs] = [1_000, 50]

export type WalletWindow = ReturnType<typeof createWalletWindow>

/**
 * The window of a wallet whose SDK opens it by itself: opened inside the visitor's press even if the SDK still loads,
 * without the SDK's own dialog if the browser blocks it, and watched until it closes.
 */
export function createWalletWindow({ page, clock }: Pick<Ports, 'page' | 'clock'>) {
  let reserved: Window | null = null
  let shown: Window | null = null
  let pending = 0
  const view = () => page.global('window') as Window

  const release = () => {
    reserved?.close()
    reserved = null
  }

  return {
    /** Opens the window empty, for an SDK that is not there yet. */
    reserve(): void {
      release()
      const { innerWidth, innerHeight, screenX, screenY } = view()
      const place = `left=${(innerWidth - width) / 2 + screenX},top=${(innerHeight - height) / 2 + screenY}`
      reserved = view().open('', '', `width=${width},height=${height},${place}`)
    },
    release,

    /** Sends a request by the SDK. The window that it opens while the call starts is the reserved one, if any. */
    run<T>(call: () => Promise<T>, onClosed: () => void): Promise<T> {
      // A window that has answered is about to close, and would take the next request along.
      const isClosing = pending === 0 && shown !== null && !shown.closed
      return isClosing ? untilClosed().then(() => send(call, onClosed)) : send(call, onClosed)
    },

    close(): void {
      release()
      shown?.close()
    },
  }

  function untilClosed(): Promise<void> {
    return new Promise((resolve) => {
      let checks = maxClosingMs / closingCheckMs
      const check = () => {
        checks -= 1
        if (!shown || shown.closed || checks < 0) resolve()
        else clock.after(closingCheckMs, check)
      }
      check()
    })
  }

  function send<T>(call: () => Promise<T>, onClosed: () => void): Promise<T> {
    const { open } = view()
    let isBlocked = false
    // A request that opens no window, and needs none, has none to watch.
    if (shown?.closed) shown = null
    pending += 1
    // Only during this synchronous call: no other code of the page meets it.
    view().open = (url, ...place) => {
      const free = reserved && !reserved.closed ? reserved : undefined
      reserved = null
      if (free) free.location.replace(String(url))
      shown = free ?? open.call(view(), url, ...place)
      // The SDK would offer a retry under the kit's dialog, out of reach.
      if (!shown) isBlocked = true
      if (!shown) throw new Error('blocked')
      return shown
    }
    const answer = (() => {
      try {
        return call()
      } finally {
        view().open = open
        release()
      }
    })()
    const stop = watch(onClosed)
    return answer
      .catch((error: unknown) => {
        throw isBlocked ? new KitError('window_blocked') : error
      })
      .finally(() => {
        pending -= 1
        stop()
      })
  }

  /** A window that is closed before it has loaded sends no message. */
  function watch(onClosed: () => void): Stop {
    const watched = shown
    let stop: Stop = () => {}
    const check = () => {
      stop = watched?.closed ? clock.after(graceMs, onClosed) : clock.after(checkMs, check)
    }
    if (watched) check()
    return () => stop()
  }
}
