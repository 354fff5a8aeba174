import { KitError } from '@billfold/protocol/error'
import { frameRequests } from '@billfold/protocol/frame/frameRequests'
import * as z from 'zod/mini'
import type { Kit } from '../../kit.ts'
import type { View } from '../modal/modal.ts'
import type { CodeKind } from './embedded.ts'
import { embeddedOf, mailPauseMs, troubleOf } from './embeddedOf.ts'

type Redirect = Extract<View, { name: 'UpdateEmailWallet' }>['redirect']
type Changing = { email: string; redirect?: Redirect }

const viewOf = (kind: Exclude<CodeKind, 'login'>, { email, redirect }: Changing): View => ({
  name: kind === 'primary' ? 'UpdateEmailPrimaryOtp' : 'UpdateEmailSecondaryOtp',
  email,
  ...(redirect ? { redirect } : {}),
})

/** Begins to change the person's e-mail: a code goes to the present one, then one to the new one. */
export async function updateEmail(kit: Kit, changing: Changing): Promise<void> {
  const { email } = changing
  await kit.latest('embedded', async ({ signal, send }) => {
    send({ type: 'embedded/emailSubmitted' })
    try {
      if (!z.safeParse(frameRequests.UPDATE_EMAIL.input, { email }).success)
        throw new KitError('invalid_input', { message: 'Invalid email' })
      const embedded = await embeddedOf(kit)
      const { action } = await embedded.ask('UPDATE_EMAIL', { email }, signal)
      send({ type: 'embedded/emailEdited' })
      const kind = action === 'VERIFY_PRIMARY_OTP' ? 'primary' : 'secondary'
      noteMailed(kit, kind, email, send)
      send({ type: 'modal/pushed', view: viewOf(kind, changing) })
    } catch (e) {
      send({ type: 'embedded/failed', trouble: troubleOf(kit, e) })
    }
  })
}

/** Has one of the two codes checked; the second one makes the change. */
export async function submitEmailCode(
  kit: Kit,
  { kind, otp, ...changing }: Changing & { kind: Exclude<CodeKind, 'login'>; otp: string },
): Promise<void> {
  await kit.latest('embedded', async ({ signal, send }) => {
    send({ type: 'embedded/codeSubmitted' })
    try {
      const embedded = await embeddedOf(kit)
      if (kind === 'primary') {
        await embedded.ask('UPDATE_EMAIL_PRIMARY_OTP', { otp }, signal)
        send({ type: 'embedded/codePassed', kind })
        noteMailed(kit, 'secondary', changing.email, send)
        return send({ type: 'modal/replaced', view: viewOf('secondary', changing) })
      }
      const { newEmail } = await embedded.ask('UPDATE_EMAIL_SECONDARY_OTP', { otp }, signal)
      embedded.login.set('email', newEmail)
      send({ type: 'embedded/codePassed', kind })
      send({ type: 'embedded/emailChanged' })
      send({ type: 'modal/reset', view: { name: changing.redirect ?? 'Account' } })
      await embedded.refresh()
    } catch (e) {
      send({ type: 'embedded/codeRefused', trouble: troubleOf(kit, e) })
    }
  })
}

function noteMailed(kit: Kit, kind: CodeKind, email: string, send: Kit['store']['send']): void {
  send({ type: 'embedded/codeSent', kind, email, againAt: kit.ports.clock.now() + mailPauseMs })
}
