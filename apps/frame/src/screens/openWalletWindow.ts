import type { ScreenWindow } from './watchSight.ts'

const look = 'popup,width=400,height=680'
const lookMs = 300
const note = 'billfold/SCREEN_READY'

type Deps = {
  view: ScreenWindow
  /** Fires when the window has opened or reloaded, and is empty. */
  opened(window: ScreenWindow): void
  /** Fires before it closes or reloads: move its content out now, or its listeners are lost. */
  leaving(): void
  /** Fires if the browser blocks it. */
  blocked(): void
}

/**
 * Opens a window of the wallet's own origin, where no other page can draw over a screen, resize or move it. The frame draws into it: keys and
 * storage stay where they are. Returns a function that closes it. Needs a press.
 */
export function openWalletWindow({ view, opened, leaving, blocked }: Deps): () => void {
  const url = new URL(view.location.href)
  url.searchParams.set('screen', '1')
  // A secret name: by the name, a page could navigate the window.
  const name = `billfold-${view.crypto.randomUUID()}`
  const window = view.open(url, name, look) as ScreenWindow | null
  if (!window) {
    blocked()
    return () => {}
  }
  let wasOpen = false
  const hear = ({ source, origin, data }: MessageEvent) => {
    if (source !== window || origin !== view.location.origin || (data as { type?: unknown } | null)?.type !== note)
      return
    wasOpen = true
    window.addEventListener('pagehide', leaving)
    opened(window)
  }
  view.addEventListener('message', hear)
  const timer = view.setInterval(() => {
    if (!window.closed) return
    stop()
    if (wasOpen) leaving()
    else blocked()
  }, lookMs)
  const stop = () => {
    view.clearInterval(timer)
    view.removeEventListener('message', hear)
    view.removeEventListener('pagehide', close)
  }
  const close = () => window.close()
  // Without this page, the window's content is dead.
  view.addEventListener('pagehide', close)
  return () => {
    stop()
    close()
  }
}

/** Tells the frame that opened this window to draw here. Only a page of our own origin receives it. */
export function offerWindow(self: Window, opener: Window): void {
  opener.postMessage({ type: note }, self.location.origin)
}
