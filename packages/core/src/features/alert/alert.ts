import type { AlertState } from '../../model/alert.ts'
import type { Event } from '../../model/state.ts'

/** Stores the current alert. */
export function reduceAlert(state: AlertState, e: Event): AlertState {
  switch (e.type) {
    case 'alert/raised':
      return { phase: 'shown', code: e.code, variant: 'error', detail: e.detail }
    case 'alert/closed':
      return { phase: 'hidden' }
    default:
      return state
  }
}
