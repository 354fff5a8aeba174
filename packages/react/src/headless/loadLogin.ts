import type { Kit } from '@billfold/core/kit'
import { KitError } from '@billfold/protocol/error'
import type { LoginParts } from './loginParts.ts'
import { completeNow } from './useHeadlessKit.ts'

/** Fetches the embedded wallet and what logs in to it; the wallet's own page is loaded when someone does. */
export async function loadLogin(kit: Kit): Promise<LoginParts> {
  const [{ startEmbedded }, { loginParts, nameFrame }] = await Promise.all([
    import('@billfold/core/reactions/startEmbedded'),
    import('./loginParts.ts'),
    completeNow(kit),
  ])
  startEmbedded(kit)
  // The kit has said why in the console.
  if (!kit.embedded) throw new KitError('unavailable')
  void nameFrame(kit).catch((e) => kit.ports.log.info('The wallet’s window has no name', e))
  return loginParts
}
