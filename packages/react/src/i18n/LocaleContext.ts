import { createContext, useContext } from 'react'
import { english } from './english.ts'
import type { Locale } from './Locale.ts'
import type { Messages } from './Messages.ts'

/** The language on the screen. */
export const LocaleContext = createContext<Locale>(english)

/** The texts of the language on the screen. */
export const useText = (): Messages => useContext(LocaleContext).messages
