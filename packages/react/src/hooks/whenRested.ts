import type { Kit } from '@billfold/core/kit'
import { whenIdle } from './whenIdle.ts'

/**
 * Runs something when what was just drawn is on the screen and nothing is left to do: a button and a dialog must not wait
 * for what comes after them. The returned function calls it off.
 */
export function whenRested(kit: Kit, run: () => void): () => void {
  let stop: (() => void) | undefined
  let isOff = false
  const { painted } = kit.ports.page
  // The first frame may be one that began before it was drawn.
  void painted()
    .then(painted)
    .then(() => {
      if (!isOff) stop = whenIdle(run)
    })
  return () => {
    isOff = true
    stop?.()
  }
}
