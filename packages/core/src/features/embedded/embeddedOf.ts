import { KitError } from '@billfold/protocol/error'
import { retryAfterOf } from '@billfold/protocol/retryAfterOf'
import type { Kit } from '../../kit.ts'
import type { Embedded, LoginError } from '../../model/embedded.ts'
import type { KitEmbedded } from '../../model/kitEmbedded.ts'
import { withDeadline } from '../../ports/withDeadline.ts'
import { embeddedInitial } from './embedded.ts'

const waitMs = 10_000
export const mailPauseMs = 30_000

/** The embedded wallet, once its code has loaded. */
export async function embeddedOf(kit: Kit): Promise<KitEmbedded> {
  if (kit.embedded) return kit.embedded
  const here = Promise.withResolvers<KitEmbedded>()
  const stop = kit.store.onEvent(() => kit.embedded && here.resolve(kit.embedded))
  return withDeadline(kit.ports.clock, waitMs, here.promise).finally(stop)
}

/** The current login state. */
export const loginOf = (kit: Kit): Embedded => kit.store.get().embedded ?? embeddedInitial

/** Converts an error for display; a rate limit includes how long to wait. */
export function loginErrorOf(kit: Kit, e: unknown): LoginError {
  const error = KitError.from(e)
  const { code, message } = error
  const seconds = code === 'too_many_requests' ? retryAfterOf(error) : undefined
  return { code, message, ...(seconds === undefined ? {} : { againAt: kit.ports.clock.now() + seconds * 1000 }) }
}

/** Mails are half a minute apart; an earlier call throws with the time left. */
export function assertMailAllowed(kit: Kit, { login }: KitEmbedded): void {
  const left = Number(login.get('mailedAt') ?? 0) + mailPauseMs - kit.ports.clock.now()
  if (left > 0 && left <= mailPauseMs) throw tooManyMails(Math.ceil(left / 1000))
}

const tooManyMails = (retryAfter: number) =>
  new KitError('too_many_requests', { message: `Please try again after ${retryAfter} seconds`, cause: { retryAfter } })
