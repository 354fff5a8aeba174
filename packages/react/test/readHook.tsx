import type { Kit } from '@billfold/core/kit'
import { renderToString } from 'react-dom/server'
import { KitContext } from '../src/hooks/KitContext.ts'

/** What a hook returns for a kit now, as a component would draw it. */
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
