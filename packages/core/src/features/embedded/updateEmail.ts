import { KitError } from '@billfold/protocol/error'
import { frameRequests } from '@billfold/protocol/frame/frameRequests'
import * as z from 'zod/mini'
import type { Kit } from '../../kit.ts'
import type { View } from '../../model/modal.ts'
import { embeddedOf, loginErrorOf } from './embeddedOf.ts'

type Redirect = Extract<View, { name: 'UpdateEmailWallet' }>['redirect']

/** Changes the person's e-mail; the frame confirms it and takes the codes on its own screen. */
export async function updateEmail(
  kit: Kit,
  { email, redirect }: { email: string; redirect?: Redirect },
): Promise<void> {
  await kit.latest('embedded', async ({ signal, send }) => {
    try {
      if (!z.safeParse(frameRequests.UPDATE_EMAIL.input, { email }).success)
        throw new KitError('invalid_input', { message: 'Invalid email' })
      const embedded = await embeddedOf(kit)
      send({ type: 'embedded/emailEdited' })
      send({ type: 'embedded/deviceAsked' })
      await embedded.ask('UPDATE_EMAIL', { email }, signal)
      embedded.login.set('email', email)
      send({ type: 'embedded/emailChanged' })
      send({ type: 'modal/reset', view: { name: redirect ?? 'Account' } })
      await embedded.refresh()
    } catch (e) {
      // Going back is not an error here.
      if (KitError.from(e).code === 'user_rejected') send({ type: 'embedded/left' })
      else send({ type: 'embedded/failed', trouble: loginErrorOf(kit, e) })
    }
  })
}
