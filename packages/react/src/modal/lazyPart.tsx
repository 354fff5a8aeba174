import { loadOnce } from '@billfold/core/ports/loadOnce'
import { type ComponentType, lazy } from 'react'
import type { Language } from '../i18n/matchLocale.ts'

export type LazyPart<Props> = ComponentType<Props> & {
  /** Fetches the code; with a language, its texts and the parts of it that come later as well. */
  preload(language?: Language): Promise<unknown>
  isHere(): boolean
}

/** Parts that failed to load: calling one resets it, and returns its loader. */
export const failed = new Set<() => () => Promise<unknown>>()

/**
 * A component whose code comes on demand; once it is here it does not wait. Where the code cannot be fetched, `instead` stands in
 * its place, until a later `preload` brings it; without one the failure is that of the tree around it, which on a site's page
 * is the site's own.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead?: ComponentType<Props>,
): LazyPart<Props> {
  let loaded: ComponentType<Props> | undefined
  const preload = loadOnce(async () => (loaded = await load()))
  const fetched = () =>
    preload().catch((error: unknown) => {
      if (instead) return instead
      // React keeps what failed: the next try needs a new one.
      failed.add(renew)
      throw error
    })
  const late = () => lazy(async () => ({ default: await fetched() })) as unknown as ComponentType<Props>
  let Late = late()
  const renew = () => {
    Late = late()
    return preload
  }
  function Part(props: Props) {
    const Now = loaded ?? Late
    return <Now {...props} />
  }
  return Object.assign(Part, { preload, isHere: () => loaded !== undefined })
}
