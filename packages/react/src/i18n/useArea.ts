import { useContext } from 'react'
import type { Area } from './createArea.ts'
import { LocaleContext } from './LocaleContext.ts'
import { matchLocale } from './matchLocale.ts'

/** The texts of an area in the language on the screen; the view waits until they are there, and breaks where they cannot be fetched. */
export function useArea<Texts>(area: Area<Texts>): Texts {
  const { language } = matchLocale([useContext(LocaleContext).tag])
  const texts = area.now(language)
  if (texts !== undefined) return texts
  // A load in each render would repeat without end while the network is offline.
  const failure = area.failure(language)
  if (failure !== undefined) throw failure
  // React waits for the thrown promise, in 18 as in 19: the nearest Suspense shows its fallback until then.
  throw area.load(language)
}
