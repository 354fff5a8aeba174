import type { Feature } from '../../feature.ts'
import type { Event } from '../../store.ts'

export type ThemeMode = 'light' | 'dark'
export type ThemeVariables = Readonly<Record<string, string | number>>
export type Theme = { mode: ThemeMode; variables: ThemeVariables }
export type ThemeEvent =
  | { type: 'theme/modeChanged'; mode: ThemeMode }
  | { type: 'theme/variablesChanged'; variables: ThemeVariables }

/** Validates input from a site's JavaScript. */
export const isThemeMode = (mode: unknown): mode is ThemeMode => mode === 'light' || mode === 'dark'

/** Stores the modal's theme. */
export function reduceTheme(state: Theme, e: Event): Theme {
  switch (e.type) {
    case 'theme/modeChanged':
      return state.mode === e.mode ? state : { ...state, mode: e.mode }
    case 'theme/variablesChanged':
      return { ...state, variables: { ...state.variables, ...e.variables } }
    default:
      return state
  }
}

export const themeFeature: Feature<Theme, ThemeEvent> = { reduce: reduceTheme }
