import { createContext, useContext } from 'react'
import { useLocalState } from '../ui/useLocalState.ts'
import { painting } from './painting.ts'

/** View state kept while the dialog is open, such as a search. */
export const KeptContext = createContext(new Map<string, unknown>())

const nothingKept = new Map<string, unknown>()

/** Like `useState`, but found again when the visitor comes back to the view. */
export function useKept<T>(name: string, initial: T): [T, (value: T) => void] {
  // biome-ignore lint/correctness/useHookAtTopLevel: React never renders while something is painted
  const kept = painting.now ? nothingKept : useContext(KeptContext)
  const [value, setValue] = useLocalState<T>(() => (kept.has(name) ? (kept.get(name) as T) : initial))
  const keep = (next: T) => {
    kept.set(name, next)
    setValue(next)
  }
  return [value, keep]
}
