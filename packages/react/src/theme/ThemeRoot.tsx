import type { Kit } from '@billfold/core/kit'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useSelectOf } from '../hooks/useSelect.ts'
import { parseColor, type Rgb } from './color.ts'
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
  const shown = useRef<readonly string[]>(undefined)
  useLayoutEffect(() => {
    const [element, sample] = [root.current, probe.current]
    if (!element || !sample) return
    // Asking for a color gives everything in the page its style. What is drawn first must not have ours by then: it
    // would fade from there to the site's.
    if (!shown.current) element.style.display = 'none'
    const properties = themeProperties(mode, variables as ThemeVariables, (css) => resolveColor(sample, css))
    for (const name of shown.current ?? []) if (!(name in properties)) element.style.removeProperty(name)
    for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value)
    element.style.display = ''
    shown.current = Object.keys(properties)
  }, [mode, variables])
  return (
    <div data-billfold={inline ? 'inline' : ''} data-theme={mode} lang={locale.tag} dir={locale.direction} ref={root}>
      <span ref={probe} hidden />
      {children}
    </div>
  )
}

/** Lets the browser compute any CSS color (names, hsl, oklch …) on an element that is in the page. */
function resolveColor(probe: HTMLElement, css: string): Rgb | undefined {
  if (!css || !CSS.supports('color', css)) return undefined
  probe.style.color = `color-mix(in srgb, ${css} 100%, ${css})`
  const computed = getComputedStyle(probe).color
  probe.style.color = ''
  return parseColor(computed)
}
