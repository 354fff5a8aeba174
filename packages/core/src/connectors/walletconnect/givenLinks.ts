import type { Clock, Stop } from '../../ports/clock.ts'

/** Default lifetime of a link without an expiry. */
const livesMs = 240_000
const seconds = /[?&]expiryTimestamp=(\d{1,12})(?:&|$)/

type Show = (uri: string, expiresAt: number) => void
/** Links that a site created, for the dialog: the newest, while valid. */
export type GivenLinks = {
  /** Stores a link, and shows it to a waiting view. */
  give(uri: string): void
  /** Shows the current link; false if there is none. */
  show(told: Show): boolean
  on(told: Show): Stop
  forget(): void
}

export function createGivenLinks(clock: Clock): GivenLinks {
  const listeners = new Set<Show>()
  let link: [string, number] | undefined
  return {
    give(uri) {
      const said = Number(seconds.exec(uri)?.[1] ?? 0) * 1000
      link = [uri, said || clock.now() + livesMs]
      for (const told of [...listeners]) told(...link)
    },
    show(told) {
      if (!link || link[1] <= clock.now()) return false
      told(...link)
      return true
    },
    on(told) {
      listeners.add(told)
      return () => void listeners.delete(told)
    },
    forget() {
      link = undefined
    },
  }
}
