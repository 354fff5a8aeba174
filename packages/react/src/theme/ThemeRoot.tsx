import type { Kit } from '@billfold/core/kit'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useSelectOf } from '../hooks/useSelect.ts'
import { resolveColor } from './resolveColor.ts'
import { type ThemeVariables, themeProperties } from './themeProperties.ts'

/** The element everything of ours sits in: it carries the theme, the language and its direction. */
export function ThemeRoot({
  kit,
  locale,
  inline,
  children,
}: {
  kit: Kit
  locale: { tag: string; direction: 'ltr' | 'rtl' }
  inline?: boolean
  children: ReactNode
}) {
  const { mode, variables } = useSelectOf(kit, (state) => state.theme)
  const root = useRef<HTMLDivElement>(null)
  const probe = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const [element, sample] = [root.current, probe.current]
    if (!element || !sample) return
    const properties = themeProperties(mode, variables as ThemeVariables, (css) => resolveColor(sample, css))
    for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value)
    return () => {
      for (const name of Object.keys(properties)) element.style.removeProperty(name)
    }
  }, [mode, variables])
  return (
    <div data-billfold={inline ? 'inline' : ''} data-theme={mode} lang={locale.tag} dir={locale.direction} ref={root}>
      <span ref={probe} hidden />
      {children}
    </div>
  )
}
