import { useContext } from 'react'
import type { Area } from './createArea.ts'
import { LocaleContext } from './LocaleContext.ts'
import { matchLocale } from './matchLocale.ts'

/** The texts of an area in the language on the screen; the view waits until they are there. */
export function useArea<Texts>(area: Area<Texts>): Texts {
  const { language } = matchLocale([useContext(LocaleContext).tag])
  const texts = area.now(language)
  // What React waits for, in 18 as in 19: the nearest Suspense shows its fallback until then.
  if (texts === undefined) throw area.load(language)
  return texts
}
