import type { Kit } from '../../kit.ts'
import { loginOf } from './embeddedOf.ts'

/**
 * Gives up a login wherever it is: its window closes, and the wallet's as well. Farcaster's link could still be approved by someone, so the
 * wallet starts over without it.
 */
export function cancelLogin(kit: Kit): void {
  const { link } = loginOf(kit)
  kit.latest.cancel('embedded')
  kit.store.send({ type: 'embedded/left' })
  if (link === undefined) return
  kit.store.send({ type: 'embedded/linkEnded' })
  kit.embedded?.ask('RELOAD', undefined).catch((e: unknown) => kit.ports.log.info('Could not reload the frame', e))
}
