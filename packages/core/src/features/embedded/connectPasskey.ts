import type { Kit } from '../../kit.ts'
import { embeddedOf, loginErrorOf } from './embeddedOf.ts'

/** Logs in with a passkey, or creates a wallet with one, in the frame: only it may use its passkeys. */
export async function connectPasskey(kit: Kit): Promise<void> {
  await kit.latest('embedded', async ({ signal, send }) => {
    send({ type: 'embedded/deviceAsked', by: 'passkey' })
    try {
      const embedded = await embeddedOf(kit)
      await embedded.ask('CONNECT_PASSKEY', undefined, signal)
      embedded.login.set('username', undefined)
      embedded.login.set('social', 'passkey')
      send({ type: 'embedded/loggedIn', by: 'passkey' })
    } catch (e) {
      const trouble = loginErrorOf(kit, e)
      send(trouble.code === 'user_rejected' ? { type: 'embedded/left' } : { type: 'embedded/failed', trouble })
    }
  })
}
