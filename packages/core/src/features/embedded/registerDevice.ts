import type { Kit } from '../../kit.ts'
import { embeddedOf, loginErrorOf, mailPauseMs } from './embeddedOf.ts'

/**
 * Waits until the wallet trusts this device: by a mailed link, a passkey or a recovery code, all handled by the frame.
 * An unproven e-mail then receives its code.
 */
export async function registerDevice(
  kit: Kit,
  { email, isProven }: { email: string; isProven: boolean },
): Promise<void> {
  await kit.latest('embedded', async ({ signal, send }) => {
    send({ type: 'embedded/deviceAsked' })
    try {
      const embedded = await embeddedOf(kit)
      await embedded.ask('CONNECT_DEVICE', undefined, signal)
      send({ type: 'embedded/deviceRegistered' })
      if (isProven) return send({ type: 'embedded/loggedIn', by: 'email' })
      const now = kit.ports.clock.now()
      send({ type: 'embedded/codeSent', kind: 'login', email, againAt: now + mailPauseMs })
      send({ type: 'modal/replaced', view: { name: 'EmailVerifyOtp', email } })
    } catch (e) {
      send({ type: 'embedded/failed', trouble: loginErrorOf(kit, e) })
    }
  })
}
