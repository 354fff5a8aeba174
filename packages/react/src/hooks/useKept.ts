import { createContext, useContext, useState } from 'react'

/** View state kept while the dialog is open, such as a search. */
export const KeptContext = createContext(new Map<string, unknown>())

/** Like `useState`, but found again when the visitor comes back to the view. */
export function useKept<T>(name: string, initial: T): [T, (value: T) => void] {
  const kept = useContext(KeptContext)
  const [value, setValue] = useState<T>(() => (kept.has(name) ? (kept.get(name) as T) : initial))
  const keep = (next: T) => {
    kept.set(name, next)
    setValue(next)
  }
  return [value, keep]
}
