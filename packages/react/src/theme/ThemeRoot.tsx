import type { Kit } from '@billfold/core/kit'
import type { State } from '@billfold/core/model/state'
import { type ReactNode, type Ref, useLayoutEffect, useRef } from 'react'
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
  useLayoutEffect(() => {
    if (root.current) applyTheme(root.current, mode, variables)
  }, [mode, variables])
  return (
    <ThemeFrame mode={mode} inline={inline} locale={locale} root={root}>
      {children}
    </ThemeFrame>
  )
}

/** The markup, which `paint` and React share. */
export function ThemeFrame(props: {
  mode: 'light' | 'dark'
  locale: { tag: string; direction: 'ltr' | 'rtl' }
  inline?: boolean | undefined
  root?: Ref<HTMLDivElement>
  children: ReactNode
}) {
  const { mode, locale, inline, root, children } = props
  return (
    <div
      data-billfold={inline ? 'inline' : ''}
      data-theme={mode}
      lang={locale.tag}
      dir={locale.direction}
      ref={root}
      // Where React takes over what was painted, the theme is there already.
      suppressHydrationWarning
    >
      <span hidden />
      {children}
    </div>
  )
}

const applied = new WeakMap<HTMLElement, readonly string[]>()

/** Gives an element that is in the page the site's theme; its first child is where colors are computed. */
export function applyTheme(element: HTMLElement, mode: 'light' | 'dark', variables: State['theme']['variables']): void {
  const before = applied.get(element)
  // Asking for a color gives everything in the page its style. What is drawn first must not have ours by then: it
  // would fade from there to the site's.
  if (!before) element.style.display = 'none'
  const sample = element.firstElementChild as HTMLElement
  const properties = themeProperties(mode, variables as ThemeVariables, (css) => resolveColor(sample, css))
  for (const name of before ?? []) if (!(name in properties)) element.style.removeProperty(name)
  for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value)
  element.style.display = ''
  applied.set(element, Object.keys(properties))
}

/** Lets the browser compute any CSS color (names, hsl, oklch …) on an element that is in the page. */
function resolveColor(probe: HTMLElement, css: string): Rgb | undefined {
  if (!css || !CSS.supports('color', css)) return undefined
  probe.style.color = `color-mix(in srgb, ${css} 100%, ${css})`
  const computed = getComputedStyle(probe).color
  probe.style.color = ''
  return parseColor(computed)
}
