import { type LookName, looks, variablesOfLook } from './theme/presets.ts'
import type { ThemeVariables } from './theme/themeProperties.ts'

/** The names of the looks that a site can begin with, beside Billfold's own. */
export type { LookName } from './theme/presets.ts'
export type { ThemeVariables } from './theme/themeProperties.ts'

/** A browser without `light-dark()` (before May 2024) keeps Billfold's own look: half of a look could not be read. */
const hasBothModes = typeof CSS === 'undefined' || CSS.supports('color', 'light-dark(#000, #fff)')

/** Looks as `themeVariables`, each for light and dark: `createAppKit({ themeVariables: themes.midnight, … })`. */
export const themes = Object.fromEntries(
  Object.keys(looks).map((name) => [name, hasBothModes ? variablesOfLook(name as LookName) : {}]),
) as Readonly<Record<LookName, ThemeVariables>>
