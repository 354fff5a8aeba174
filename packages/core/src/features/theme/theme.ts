import type { Event } from '../../model/state.ts'
import type { Theme, ThemeMode } from '../../model/theme.ts'
import type { Feature } from '../../store/feature.ts'

/** Validates input from a site's JavaScript. */
export const isThemeMode = (mode: unknown): mode is ThemeMode => mode === 'light' || mode === 'dark'

/** Stores the modal's theme. */
function reduceTheme(state: Theme, e: Event): Theme {
  switch (e.type) {
    case 'theme/modeChanged':
      return state.mode === e.mode ? state : { ...state, mode: e.mode }
    case 'theme/variablesChanged':
      return { ...state, variables: { ...state.variables, ...e.variables } }
    default:
      return state
  }
}

export const themeFeature: Feature<Theme> = { reduce: reduceTheme }
