import type { Kit } from '@billfold/core/kit'
import type { State } from '@billfold/core/store'
import { useRef, useSyncExternalStore } from 'react'
import { useKit } from './KitContext.ts'
import { shallowEqual } from './shallowEqual.ts'

/** What a selector says of this kit's state; the component renders again only when that changed. */
export const useSelect = <T>(selector: (state: State) => T): T => useSelectOf(useKit(), selector)

/** The same for a kit at hand. */
export function useSelectOf<T>(kit: Kit, selector: (state: State) => T): T {
  const last = useRef<{ state: State; selector: (state: State) => T; value: T }>(undefined)
  const read = () => {
    const state = kit.store.get()
    const known = last.current
    if (known?.state === state && known.selector === selector) return known.value
    const fresh = selector(state)
    const value = known && shallowEqual(known.value, fresh) ? known.value : fresh
    last.current = { state, selector, value }
    return value
  }
  return useSyncExternalStore(kit.store.subscribe, read, read)
}
