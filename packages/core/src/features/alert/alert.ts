import type { Event } from '../../store.ts'
import type { alertTitles } from './alertTitles.ts'

export type AlertCode = keyof typeof alertTitles

/** A set-up problem, shown to the developer in a bar until closed. */
export type AlertState =
  | { phase: 'hidden' }
  | {
      phase: 'shown'
      code: AlertCode
      variant: 'info' | 'success' | 'warning' | 'error'
      /** The problem and its fix, in English. */
      detail?: string | undefined
    }

export type AlertEvent =
  | { type: 'alert/raised'; code: AlertCode; detail?: string | undefined }
  | { type: 'alert/closed' }

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
