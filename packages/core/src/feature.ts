import type { Row } from './persist.ts'
import type { Event, State } from './store.ts'

/** A feature's row in `features.ts`: what its slice begins with, how events change it, and what of it survives a reload. */
export type Feature<Slice, Announced extends { type: string } = never> = {
  /** Absent where the kit is told at birth. */
  initial?: Slice
  /** Absent where nothing changes the slice, or where its reducer comes with the modal (`lateFeatures.ts`); `state` is from before the event. */
  reduce?: (slice: Slice, event: Event, state: State) => Slice
  keeps?: readonly Row[]
  /** Never set: it carries the type of the feature's own events. */
  announces?: Announced
}
