import type { Kit } from '../../kit.ts'
import type { Siwx } from '../../model/siwx.ts'

const attached = new WeakMap<Siwx, Kit>()

/** The site's sign-in, with the kit attached. */
export function siwxOf(kit: Kit): Siwx | undefined {
  const { siwx } = kit.options
  if (siwx?.attach && attached.get(siwx) !== kit) {
    attached.set(siwx, kit)
    siwx.attach(kit)
  }
  return siwx
}

/** Timeout for the site's functions. */
export const siteMs = 15_000
