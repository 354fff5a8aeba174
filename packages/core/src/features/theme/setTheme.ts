import type { Kit } from '../../kit.ts'
import type { ThemeMode, ThemeVariables } from '../../model/theme.ts'
import { isThemeMode } from './theme.ts'

/** Changes the color mode, some variables, or both; the caller resolves `auto`. */
export function setTheme(
  kit: Kit,
  { mode, variables }: { mode?: ThemeMode | 'auto'; variables?: ThemeVariables },
): void {
  if (isThemeMode(mode)) kit.store.send({ type: 'theme/modeChanged', mode })
  if (variables) kit.store.send({ type: 'theme/variablesChanged', variables })
}
