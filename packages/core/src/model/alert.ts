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
