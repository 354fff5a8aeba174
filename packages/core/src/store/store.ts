import { createStore } from 'zustand/vanilla'
import type { Event, State } from '../model/state.ts'
import type { Stop } from '../ports/clock.ts'
import type { DeferredFeatures, FeatureRows } from './feature.ts'

/** State set at creation; the rest has defaults. */
export type Initial = Pick<State, 'device' | 'network' | 'options' | 'theme'> & Partial<State>

/** Every slice sees every event: features never call each other. */
function reduce(state: State, event: Event, rows: DeferredFeatures): State {
  let next = state
  const put = <Name extends keyof State>(name: Name, row: DeferredFeatures[Name]) => {
    const slice = row?.reduce?.(state[name], event, state) ?? state[name]
    if (slice !== state[name]) next = { ...next, [name]: slice }
  }
  for (const name of Object.keys(rows) as (keyof State)[]) put(name, rows[name] as DeferredFeatures[typeof name])
  return next
}

/** The initial state. */
const initialState = (features: FeatureRows, initial: Initial): State =>
  ({ ...Object.fromEntries(Object.entries(features).map(([name, row]) => [name, row.initial])), ...initial }) as State

export type EventArgs = [event: Event, after: State, before: State]
export type Listener = (...args: EventArgs) => void

/** A kit's store: `send` is the only way to change it. */
export function createKitStore(features: FeatureRows, initial: Initial) {
  const cell = createStore<State>(() => initialState(features, initial))
  const listeners = new Set<Listener>()
  const queue: Event[] = []
  let draining = false
  let rows: DeferredFeatures = features
  let missed: EventArgs[] | undefined = []
  return {
    get: cell.getState,
    subscribe: cell.subscribe as (listener: (after: State, before: State) => void) => Stop,
    onEvent(listener: Listener): Stop {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Adds deferred features with their slices. */
    add(late: DeferredFeatures, slices: Partial<State>): void {
      rows = { ...rows, ...late }
      cell.setState(slices)
    },
    /** The events from before the kit was fully loaded; none are kept afterwards. */
    takeMissed(): readonly EventArgs[] {
      const taken = missed ?? []
      missed = undefined
      return taken
    },
    /** An event sent by a listener is queued, so that all receive events in the same order. */
    send(event: Event): void {
      queue.push(event)
      if (draining) return
      draining = true
      try {
        for (let next = queue.shift(); next; next = queue.shift()) {
          const before = cell.getState()
          cell.setState(reduce(before, next, rows), true)
          const after = cell.getState()
          missed?.push([next, after, before])
          for (const listener of [...listeners]) tell(listener, next, after, before)
        }
      } finally {
        draining = false
      }
    },
  }
}
/** Isolates a site's throwing listener, reporting it to the site. */
function tell(listener: Listener, event: Event, after: State, before: State): void {
  try {
    listener(event, after, before)
  } catch (e) {
    queueMicrotask(() => {
      throw e
    })
  }
}

export type KitStore = ReturnType<typeof createKitStore>
