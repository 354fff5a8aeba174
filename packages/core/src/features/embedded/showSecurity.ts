import { KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import { embeddedOf, troubleOf } from './embeddedOf.ts'

/** Has the frame show its own screen of devices, recovery and export; the page sees none of it. */
export async function showSecurity(kit: Kit): Promise<void> {
  await kit.latest('security', async ({ signal, send }) => {
    try {
      await (await embeddedOf(kit)).ask('SHOW_SECURITY', undefined, signal)
    } catch (e) {
      // Leaving it is its usual end.
      if (KitError.from(e).code !== 'aborted') send({ type: 'embedded/failed', trouble: troubleOf(kit, e) })
    }
  })
}
