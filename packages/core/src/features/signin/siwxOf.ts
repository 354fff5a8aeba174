import type { Kit } from '../../kit.ts'
import type { Siwx } from './siwx.ts'

const attached = new WeakMap<Siwx, Kit>()

/** How the site signs visitors in, with the kit lent to it. */
export function siwxOf(kit: Kit): Siwx | undefined {
  const { siwx } = kit.options
  if (siwx?.attach && attached.get(siwx) !== kit) {
    attached.set(siwx, kit)
    siwx.attach(kit)
  }
  return siwx
}

/** How long a site may take for anything it is asked. */
export const siteMs = 15_000
