import { alertLater } from './alertLater.ts'
import { leaveSwitching } from './leaveSwitching.ts'
import type { Reaction } from './reaction.ts'

/** The selected network ends the views that ask for it; a failed switch alerts the developer. */
export const reactToNetwork: Reaction = (kit, [event, now]) => {
  switch (event.type) {
    case 'network/selected':
    case 'switch/succeeded':
      leaveSwitching(kit, now)
      break
    case 'switch/failed':
      alertLater(kit, event)
      break
  }
}
