import { createContext, useContext } from 'react'
import { enButton } from './compiled/main/enButton.ts'

export type ButtonMessages = typeof enButton

/** The language of the buttons on the site's page: its tag, for numbers, and their texts. */
export const ButtonTextContext = createContext<{ tag: string; text: ButtonMessages }>({ tag: 'en', text: enButton })

export const useButtonText = (): ButtonMessages => useContext(ButtonTextContext).text

/** The tag by which a button's numbers are written. */
export const useButtonTag = (): string => useContext(ButtonTextContext).tag
