import type { Kit } from '../../kit.ts'
import { isThemeMode, type ThemeMode, type ThemeVariables } from './theme.ts'

/** Changes the colours' mode, some variables, or both; what `auto` stands for is for anyone who knows the system to say. */
export function setTheme(
  kit: Kit,
  { mode, variables }: { mode?: ThemeMode | 'auto'; variables?: ThemeVariables },
): void {
  if (isThemeMode(mode)) kit.store.send({ type: 'theme/modeChanged', mode })
  if (variables) kit.store.send({ type: 'theme/variablesChanged', variables })
}
