import type { Kit } from '@billfold/core/kit'
import { createContext, useContext } from 'react'

/** The kit that a tree of components belongs to. */
export const KitContext = createContext<Kit | undefined>(undefined)

/**
 * The kit of a tree outside the modal: the headless hooks set it, so that pages without them do not carry that code.
 */
export const page: { kit?: () => Kit } = {}

/** The kit of this tree; a tree is in the modal or outside of it for good, so the order of hooks stays. */
export function useKit(): Kit {
  const kit = useContext(KitContext) ?? page.kit?.()
  if (!kit) throw new Error('No kit')
  return kit
}
