import { createContext, useContext } from 'react'
import { en } from './en.ts'
import type { Messages } from './Messages.ts'

/** The language on the screen. */
export type Locale = { tag: string; direction: 'ltr' | 'rtl'; messages: Messages }

export const english: Locale = { tag: 'en', direction: 'ltr', messages: en }

export const LocaleContext = createContext<Locale>(english)

/** The texts of the language on the screen. */
export const useText = (): Messages => useContext(LocaleContext).messages
