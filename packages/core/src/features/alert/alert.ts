import type { Feature } from '../../feature.ts'
import type { Event } from '../../store.ts'

/** What is wrong with the site's set-up: for its developer, in a bar that stays until closed. */
export const alerts = {
  projectMissing: 'Project ID Not Configured',
  invalidAppConfiguration: 'Invalid App Configuration',
  networkUnknown: 'Network Not Found',
} as const
export type AlertCode = keyof typeof alerts

export type AlertState =
  | { phase: 'hidden' }
  | { phase: 'shown'; code: AlertCode; variant: 'info' | 'success' | 'warning' | 'error' }

export type AlertEvent = { type: 'alert/raised'; code: AlertCode } | { type: 'alert/closed' }

const alertInitial: AlertState = { phase: 'hidden' }

/** Keeps the one alert. */
export function reduceAlert(state: AlertState, e: Event): AlertState {
  switch (e.type) {
    case 'alert/raised':
      return { phase: 'shown', code: e.code, variant: 'error' }
    case 'alert/closed':
      return alertInitial
    default:
      return state
  }
}

export const alertFeature: Feature<AlertState, AlertEvent> = { initial: alertInitial, reduce: reduceAlert }
