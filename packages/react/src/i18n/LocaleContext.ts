import { createContext, useContext } from 'react'
import { painting } from '../hooks/painting.ts'
import { english } from './english.ts'
import type { Locale } from './Locale.ts'
import type { Messages } from './Messages.ts'

/** The language on the screen. */
export const LocaleContext = createContext<Locale>(english)

/** The texts of the language on the screen. */
// biome-ignore lint/correctness/useHookAtTopLevel: React never renders while something is painted
export const useText = (): Messages => painting.now?.messages ?? useContext(LocaleContext).messages
