import { parseColor } from './color.ts'
import { type ThemeVariables, themeProperties } from './themeProperties.ts'

/** A theme of one mode as CSS variables, for a site's own style sheet, in place of `themeVariables`. */
export function themeCss(mode: 'light' | 'dark', variables: ThemeVariables): string {
  const properties = Object.entries(themeProperties(mode, variables, parseColor)).map(
    // The kit's own results go by the names that a style sheet can set.
    ([name, value]) => [name.replace(/^--bf-(paper|inset|(?:on-)?accent(?:-ink)?|raised)$/, publicName), value],
  )
  const lines = properties
    .filter(([name]) => !name?.startsWith('--bf-'))
    .map(([name, value]) => `  ${name}: ${value};\n`)
  return `:root {\n${lines.join('')}}\n`
}

const publicName = (_: string, name: string): string =>
  `--billfold-${({ paper: 'surface', inset: 'field' } as Record<string, string>)[name] ?? name}`
