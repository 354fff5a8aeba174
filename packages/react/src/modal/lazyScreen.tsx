import { type ComponentType, useContext } from 'react'
import type { Area } from '../i18n/createArea.ts'
import { LocaleContext } from '../i18n/LocaleContext.ts'
import { matchLocale } from '../i18n/matchLocale.ts'
import { type LazyPart, lazyPart } from './lazyPart.tsx'

/** A screen whose code comes on demand, with the areas of texts that it speaks; once they are here it does not wait. */
export function lazyScreen<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...areas: readonly Area<unknown>[]
): LazyPart<Props> {
  const Part = lazyPart(load)
  if (areas.length === 0) return Part
  function Screen(props: Props) {
    const { tag } = useContext(LocaleContext)
    const { language } = matchLocale([tag])
    // Code and texts travel side by side; a failure is heard by the view that needs them.
    for (const area of Part.isHere() ? [] : areas)
      if (area.failure(language) === undefined) void area.load(language).catch(() => undefined)
    return <Part {...props} />
  }
  return Object.assign(Screen, { preload: Part.preload, isHere: Part.isHere })
}
