import type { Clock, Stop } from '../../ports/clock.ts'

/** A link stays good for four minutes where it does not say until when. */
const livesMs = 240_000
const seconds = /[?&]expiryTimestamp=(\d{1,12})(?:&|$)/

type Show = (uri: string, expiresAt: number) => void
/** The links that a site made itself, for the dialog to show: the newest, as long as it is good. */
export type GivenLinks = {
  /** Takes a link, and has it shown where someone waits for one. */
  give(uri: string): void
  /** Shows the present one; false where there is none. */
  show(told: Show): boolean
  on(told: Show): Stop
  forget(): void
}

/** No link yet. */
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
