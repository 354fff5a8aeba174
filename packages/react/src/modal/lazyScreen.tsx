import { type ComponentType, useContext } from 'react'
import type { Area } from '../i18n/createArea.ts'
import { LocaleContext } from '../i18n/LocaleContext.ts'
import { type Language, matchLocale } from '../i18n/matchLocale.ts'
import { type LazyPart, lazyPart } from './lazyPart.tsx'

/** A screen's code, and the parts of it that come later still. */
type Screenful<Props> = ComponentType<Props> & { parts?: readonly { preload: LazyPart<never>['preload'] }[] }

/** A screen whose code comes on demand, with the areas of texts that it speaks; once they are here it does not wait. */
export function lazyScreen<Props extends object>(
  load: () => Promise<Screenful<Props>>,
  ...areas: readonly Area<unknown>[]
): LazyPart<Props> {
  const Part = lazyPart(load)
  const preload = async (language?: Language) => {
    const loading = Part.preload() as Promise<Screenful<Props>>
    if (!language) return loading
    const [{ parts = [] }] = await Promise.all([loading, ...areas.map((area) => area.load(language))])
    return Promise.all(parts.map((part) => part.preload(language)))
  }
  function Screen(props: Props) {
    const { tag } = useContext(LocaleContext)
    const { language } = matchLocale([tag])
    // Code and texts load in parallel; the view handles failures.
    for (const area of Part.isHere() ? [] : areas)
      if (area.failure(language) === undefined) void area.load(language).catch(() => undefined)
    return <Part {...props} />
  }
  return Object.assign(Screen, { preload, isHere: Part.isHere })
}
