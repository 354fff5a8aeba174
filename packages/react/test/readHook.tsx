import type { Kit } from '@billfold/core/kit'
import { renderToString } from 'react-dom/server'
import { KitContext } from '../src/hooks/KitContext.ts'

/** A hook's current result for a kit, as in a component's render. */
export function readHook<T>(kit: Kit, useHook: () => T): T {
  const seen: T[] = []
  function Reader() {
    seen.push(useHook())
    return null
  }
  renderToString(
    <KitContext.Provider value={kit}>
      <Reader />
    </KitContext.Provider>,
  )
  return seen[0] as T
}
