import type { Memory } from './createMemory.ts'
import type { Release } from './release.ts'

/** Pending releases in memory, and held ones in the guardian's memory file. */
export function createReleaseStore(now: () => number, { held }: Pick<Memory<Release>, 'held'>) {
  const waiting = new Map<string, Release>()
  return {
    waiting,
    held,
    dropExpired() {
      for (const releases of [waiting, held])
        for (const [id, { endsAt }] of releases) if (endsAt <= now()) releases.delete(id)
    },
    find: (isIt: (release: Release) => boolean): Release | undefined => [...waiting.values()].find(isIt),
    findHeld: (isIt: (release: Release) => boolean): Release | undefined => [...held.values()].find(isIt),
    secondsUntil: (at: number): number => Math.max(0, Math.ceil((at - now()) / 1000)),
  }
}
export type ReleaseStore = ReturnType<typeof createReleaseStore>
