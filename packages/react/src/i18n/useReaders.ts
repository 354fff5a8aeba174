import { useContext } from 'react'
import { LocaleContext } from './LocaleContext.ts'

/** In whose ways a number on the screen is read: the page's, and the visitor's own, which may be another. */
export function useReaders(): readonly string[] {
  const { tag } = useContext(LocaleContext)
  return [tag, navigator.language || tag]
}
