import type { Feature } from '../../feature.ts'
import type { Event } from '../../store.ts'

export type ThemeMode = 'light' | 'dark'
export type ThemeVariables = Readonly<Record<string, string | number>>
export type Theme = { mode: ThemeMode; variables: ThemeVariables }
export type ThemeEvent =
  | { type: 'theme/modeChanged'; mode: ThemeMode }
  | { type: 'theme/variablesChanged'; variables: ThemeVariables }

/** Whether it is one of the two: a site's JavaScript may say anything. */
export const isThemeMode = (mode: unknown): mode is ThemeMode => mode === 'light' || mode === 'dark'

/** Keeps how the modal looks. */
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
