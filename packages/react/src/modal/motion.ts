import type { Movement } from './movement/movement.ts'

/** The dialog's movement, once its code is there: it loads after the dialog has appeared. */
export const motion: { now?: Movement } = {}

/** Loads it and starts something with it; without it everything is shown at once. */
export const loadMotion = (start: (movement: Movement) => void): Promise<void> =>
  import('./movement/movement.ts').then(
    ({ movement }) => start((motion.now = movement)),
    () => undefined,
  )
