import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import type { KitEmbedded } from '../../model/kitEmbedded.ts'
import { embeddedOf, loginErrorOf } from './embeddedOf.ts'

/** Opens the frame's own screen of devices, recovery and export; the page sees none of it. */
export async function showSecurity(kit: Kit): Promise<void> {
  await kit.latest('security', async ({ signal, send }) => {
    try {
      const embedded = await embeddedOf(kit)
      // Even a failure may follow a change.
      await embedded.ask('SHOW_SECURITY', undefined, signal).finally(() => followFrame(kit, embedded))
    } catch (e) {
      // Closing it is how it usually ends.
      if (KitError.from(e).code !== 'aborted') send({ type: 'embedded/failed', trouble: loginErrorOf(kit, e) })
    }
  })
}

/** Applies what the visitor may have changed in the frame: the address, or a removed wallet. */
async function followFrame(kit: Kit, embedded: KitEmbedded): Promise<void> {
  const { isConnected } = await embedded.ask('IS_CONNECTED', undefined)
  if (isConnected) return await embedded.refresh()
  kit.store.send({ type: 'embedded/forgotten' })
}
