import { createContext, useContext } from 'react'
import { LocaleContext } from '../i18n/LocaleContext.ts'
import { type Language, matchLocale } from '../i18n/matchLocale.ts'

/** Fetches what is shown from a wallet's request to the end of what it sends; given by who knows all views. */
export const PrepareContext = createContext<(language: Language) => Promise<unknown>>(async () => undefined)

/** The same for the language on the screen: a flow waits for it before it asks a wallet. */
export function usePrepare(): () => Promise<unknown> {
  const prepare = useContext(PrepareContext)
  const { language } = matchLocale([useContext(LocaleContext).tag])
  return () => prepare(language)
}
