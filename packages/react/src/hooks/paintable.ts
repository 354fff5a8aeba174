import type { Kit } from '@billfold/core/kit'
import type { State } from '@billfold/core/model/state'
import { useKit } from './KitContext.ts'
import { painting } from './painting.ts'
import { useSelect } from './useSelect.ts'

// The hooks of components that `paint` draws too, apart from those of the page, which does not carry them.

/** The kit of this tree. */
// biome-ignore lint/correctness/useHookAtTopLevel: React never renders while something is painted
export const usePaintableKit = (): Kit => painting.now?.kit ?? useKit()

/** Selects from this kit's state; the component renders again only when the result changed. */
export const usePaintableSelect = <T>(selector: (state: State) => T): T =>
  // biome-ignore lint/correctness/useHookAtTopLevel: React never renders while something is painted
  painting.now ? selector(painting.now.state) : useSelect(selector)
