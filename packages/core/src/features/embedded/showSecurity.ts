import { KitError } from '@billfold/protocol/error'
import type { KitEmbedded } from '../../connectors/embedded/kitEmbedded.ts'
import type { Kit } from '../../kit.ts'
import { embeddedOf, troubleOf } from './embeddedOf.ts'

/** Has the frame show its own screen of devices, recovery and export; the page sees none of it. */
export async function showSecurity(kit: Kit): Promise<void> {
  await kit.latest('security', async ({ signal, send }) => {
    try {
      const embedded = await embeddedOf(kit)
      // However it ends, something may have been changed before.
      await embedded.ask('SHOW_SECURITY', undefined, signal).finally(() => followFrame(kit, embedded))
    } catch (e) {
      // Leaving it is its usual end.
      if (KitError.from(e).code !== 'aborted') send({ type: 'embedded/failed', trouble: troubleOf(kit, e) })
    }
  })
}

/** The visitor may have changed their address in the frame, or had the device forget the wallet. */
async function followFrame(kit: Kit, embedded: KitEmbedded): Promise<void> {
  const { isConnected } = await embedded.ask('IS_CONNECTED', undefined)
  if (isConnected) return await embedded.refresh()
  kit.store.send({ type: 'embedded/forgotten' })
}
