import { createContext, useContext } from 'react'
import { type ButtonMessages, enButton } from './enButton.ts'

/** The texts of the buttons on the site's page. */
export const ButtonTextContext = createContext<ButtonMessages>(enButton)

export const useButtonText = (): ButtonMessages => useContext(ButtonTextContext)
