import type { Kit } from '../../kit.ts'
import { embeddedOf, loginErrorOf } from './embeddedOf.ts'
import { registerDevice } from './registerDevice.ts'

/** Verifies a mailed code and logs in with it, or continues with what the wallet needs on a new device. */
export async function submitCode(kit: Kit, { email, otp }: { email: string; otp: string }): Promise<void> {
  let isNewDevice = false
  await kit.latest('embedded', async ({ signal, send }) => {
    send({ type: 'embedded/codeSubmitted' })
    try {
      const embedded = await embeddedOf(kit)
      const answer = await embedded.ask('CONNECT_OTP', { otp }, signal)
      send({ type: 'embedded/codePassed', kind: 'login' })
      isNewDevice = answer?.action === 'VERIFY_DEVICE' && !signal.aborted
      if (!isNewDevice) send({ type: 'embedded/loggedIn', by: 'email' })
    } catch (e) {
      const trouble = loginErrorOf(kit, e)
      // A malformed code counts as wrong.
      const code = trouble.code === 'invalid_input' ? 'sign_in_unproven' : trouble.code
      send({ type: 'embedded/codeRefused', trouble: { ...trouble, code } })
    }
  })
  if (!isNewDevice) return
  kit.store.send({ type: 'embedded/deviceAsked' })
  kit.store.send({ type: 'modal/replaced', view: { name: 'EmailVerifyDevice', email, isProven: true } })
  await registerDevice(kit, { email, isProven: true })
}
