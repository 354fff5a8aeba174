import type { Kit } from '@billfold/core/kit'
import { createContext, useContext } from 'react'

/** The kit that a tree of components belongs to. */
export const KitContext = createContext<Kit | undefined>(undefined)

/** The kit of this tree. */
export function useKit(): Kit {
  const kit = useContext(KitContext)
  if (!kit) throw new Error('A view of the kit was rendered outside of its modal')
  return kit
}
