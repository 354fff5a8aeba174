import type { Kit } from '../../kit.ts'
import { loginOf } from './embeddedOf.ts'

/**
 * Cancels a login at any step, closing its window and the wallet's. Someone could still approve Farcaster's link, so
 * the frame reloads without it.
 */
export function cancelLogin(kit: Kit): void {
  const { link } = loginOf(kit)
  kit.latest.cancel('embedded')
  kit.store.send({ type: 'embedded/left' })
  if (link === undefined) return
  kit.store.send({ type: 'embedded/linkEnded' })
  kit.embedded?.ask('RELOAD', undefined).catch((e: unknown) => kit.ports.log.info('Could not reload the frame', e))
}
