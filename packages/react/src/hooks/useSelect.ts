import type { Kit } from '@billfold/core/kit'
import type { State } from '@billfold/core/model/state'
import { useRef, useSyncExternalStore } from 'react'
import { hydrationState } from './hydrationState.ts'
import { useKit } from './KitContext.ts'
import { shallowEqual } from './shallowEqual.ts'

/** Selects from this kit's state; the component renders again only when the result changed. */
export const useSelect = <T>(selector: (state: State) => T): T => useSelectOf(useKit(), selector)

/** The same for a kit at hand. */
export function useSelectOf<T>(kit: Kit, selector: (state: State) => T): T {
  const last = useRef<{ state: State; selector: (state: State) => T; value: T }>(undefined)
  const readFrom = (state: State) => {
    const known = last.current
    if (known?.state === state && known.selector === selector) return known.value
    const fresh = selector(state)
    const value = known && shallowEqual(known.value, fresh) ? known.value : fresh
    last.current = { state, selector, value }
    return value
  }
  return useSyncExternalStore(
    kit.store.subscribe,
    () => readFrom(kit.store.get()),
    () => readFrom(hydrationState(kit)),
  )
}
