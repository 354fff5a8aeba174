import { KitError } from '@billfold/protocol/error'
import { frameRequests } from '@billfold/protocol/frame/frameRequests'
import * as z from 'zod/mini'
import type { Kit } from '../../kit.ts'
import { assertMailAllowed, embeddedOf, loginErrorOf, loginOf, mailPauseMs } from './embeddedOf.ts'
import { registerDevice } from './registerDevice.ts'

/**
 * Starts an e-mail login: mails a code and shows where to enter it. Called again for the same address, it mails
 * another.
 */
export async function connectEmail(
  kit: Kit,
  { email, again = false }: { email: string; again?: boolean },
): Promise<void> {
  const view = { name: 'EmailVerifyOtp', email } as const
  const { mail } = loginOf(kit)
  // After going back and returning, the last code is still valid.
  if (!again && mail?.email === email && kit.ports.clock.now() < mail.againAt)
    return kit.store.send({ type: 'modal/pushed', view })
  await kit.latest('embedded', async ({ signal, send }) => {
    send({ type: 'embedded/emailSubmitted' })
    try {
      if (!z.safeParse(frameRequests.CONNECT_EMAIL.input, { email }).success)
        throw new KitError('invalid_input', { message: 'Invalid email' })
      const embedded = await embeddedOf(kit)
      assertMailAllowed(kit, embedded)
      const { action } = await embedded.ask('CONNECT_EMAIL', { email }, signal)
      if (action === 'CONNECT') return send({ type: 'embedded/loggedIn', by: 'email' })
      if (action === 'VERIFY_DEVICE') {
        send({ type: 'embedded/deviceAsked' })
        send({ type: 'modal/pushed', view: { name: 'EmailVerifyDevice', email } })
        return void registerDevice(kit, { email, isProven: false })
      }
      const now = kit.ports.clock.now()
      embedded.login.set('mailedAt', String(now))
      send({ type: 'embedded/codeSent', kind: 'login', email, againAt: now + mailPauseMs })
      send({ type: 'modal/pushed', view })
    } catch (e) {
      const trouble = loginErrorOf(kit, e)
      // Too many codes cause a longer wait.
      const waitMs = trouble.againAt === undefined ? Number.POSITIVE_INFINITY : trouble.againAt - kit.ports.clock.now()
      const isMailPause = trouble.code === 'too_many_requests' && waitMs <= mailPauseMs
      send({ type: 'embedded/failed', trouble: { ...trouble, ...(isMailPause ? { isMailPause } : {}) } })
    }
  })
}
