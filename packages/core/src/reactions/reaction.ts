import type { Kit } from '../kit.ts'
import type { EventArgs } from '../store/store.ts'

/** Named timers: starting one again restarts it; without work it only stops. */
export type After = (name: string, ms?: number, run?: () => void) => void

/** Starts the work of other features that an event calls for. */
export type Reaction = (kit: Kit, heard: EventArgs, after: After) => void
