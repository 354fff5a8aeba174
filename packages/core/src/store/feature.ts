import type { Event, State } from '../model/state.ts'
import type { Row } from './row.ts'

/** A feature's row in `features.ts`: its slice's initial state, reducer, and stored part. */
export type Feature<Slice> = {
  /** Absent if set at creation. */
  initial?: Slice
  /**
   * Absent if the slice never changes, or its reducer loads with the modal (`deferredFeatures.ts`); `state` is from before
   * the event.
   */
  reduce?: (slice: Slice, event: Event, state: State) => Slice
  keeps?: readonly Row[]
}

/** The rows that a kit is created with. */
export type FeatureRows = { [Name in keyof State]?: Feature<State[Name]> }

/** The deferred part of a feature. */
export type DeferredFeatures = { [Name in keyof State]?: Pick<Feature<State[Name]>, 'reduce' | 'keeps'> }
