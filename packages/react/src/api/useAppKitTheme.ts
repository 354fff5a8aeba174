import { useSelectOf } from '../hooks/useSelect.ts'
import type { ThemeVariables } from '../theme/themeProperties.ts'
import type { AppKit, ThemeMode } from './AppKit.ts'
import { useAppKitOf } from './AppKitContext.ts'

/** The modal's colors, and the way to change them. */
export function useAppKitTheme(): {
  /** Whether the modal is light or dark now. */
  themeMode: ThemeMode
  /** The theme variables as they are set now. */
  themeVariables: ThemeVariables
} & Pick<AppKit, 'setThemeMode' | 'setThemeVariables'> {
  const { kit, setThemeMode, setThemeVariables } = useAppKitOf('useAppKitTheme')
  const { mode, variables } = useSelectOf(kit, (state) => state.theme)
  return { themeMode: mode, themeVariables: variables as ThemeVariables, setThemeMode, setThemeVariables }
}
