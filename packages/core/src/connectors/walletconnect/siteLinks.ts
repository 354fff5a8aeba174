import type { Clock, Stop } from '../../ports/clock.ts'

/** Default lifetime of a link without an expiry. */
const livesMs = 240_000
const seconds = /[?&]expiryTimestamp=(\d{1,12})(?:&|$)/

type Show = (uri: string, expiresAt: number) => void
/** Links that a site created, for the dialog: the newest, while valid. */
export type SiteLinks = {
  /** Stores a link, and shows it to a waiting view. */
  give(uri: string): void
  /** Shows the current link; false if there is none. */
  show(listener: Show): boolean
  on(listener: Show): Stop
  forget(): void
}

export function createSiteLinks(clock: Clock): SiteLinks {
  const listeners = new Set<Show>()
  let link: [string, number] | undefined
  return {
    give(uri) {
      const expiresAt = Number(seconds.exec(uri)?.[1] ?? 0) * 1000
      link = [uri, expiresAt || clock.now() + livesMs]
      for (const listener of [...listeners]) listener(...link)
    },
    show(listener) {
      if (!link || link[1] <= clock.now()) return false
      listener(...link)
      return true
    },
    on(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    forget() {
      link = undefined
    },
  }
}
