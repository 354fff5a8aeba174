import type { Row } from './persist.ts'
import type { Event, State } from './store.ts'

/** A feature's row in `features.ts`: its slice's initial state, reducer, and stored part. */
export type Feature<Slice, Announced extends { type: string } = never> = {
  /** Absent if set at creation. */
  initial?: Slice
  /**
   * Absent if the slice never changes, or its reducer loads with the modal (`lateFeatures.ts`); `state` is from before
   * the event.
   */
  reduce?: (slice: Slice, event: Event, state: State) => Slice
  keeps?: readonly Row[]
  /** Never set: carries the type of the feature's own events. */
  announces?: Announced
}
