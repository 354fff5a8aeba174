import { KitError } from '@billfold/protocol/error'
import type { SocialProvider } from '@billfold/protocol/frame/frameRequests'
import type { Kit } from '../../kit.ts'
import type { Stop } from '../../ports/clock.ts'
import { embeddedOf, troubleOf } from './embeddedOf.ts'

/** The window that a click opened for somebody else's login. */
export type LoginWindow = { readonly closed: boolean; location: { href: string }; close(): void }

const lookMs = 1000

/**
 * Logs in at somebody else's, in a window that the click has opened. Its last page, on the frame's own origin, says how it
 * ended; nobody else's word counts.
 */
export async function connectSocial(
  kit: Kit,
  { provider, window: popup }: { provider: SocialProvider; window: LoginWindow | null },
): Promise<void> {
  await kit.latest('embedded', async ({ signal, send }) => {
    send({ type: 'embedded/socialStarted', provider })
    send({ type: 'modal/pushed', view: { name: 'ConnectingSocial', provider } })
    try {
      if (!popup) throw new KitError('unavailable', { message: 'Could not create social popup' })
      signal.addEventListener('abort', () => popup.close())
      const embedded = await embeddedOf(kit)
      const { uri } = await embedded.ask('GET_SOCIAL_REDIRECT_URI', { provider }, signal)
      popup.location.href = uri
      const resultUri = await resultOf(kit, popup, signal)
      if (resultUri === undefined) {
        send({ type: 'embedded/socialCancelled', provider })
        return send({ type: 'modal/wentBack' })
      }
      popup.close()
      send({ type: 'embedded/socialProven', provider })
      const { userName } = await embedded.ask('CONNECT_SOCIAL', { uri: resultUri }, signal)
      embedded.login.set('username', userName ?? undefined)
      embedded.login.set('social', provider)
      send({ type: 'embedded/loggedIn', by: provider })
    } catch (e) {
      popup?.close()
      send({ type: 'embedded/socialFailed', provider, trouble: troubleOf(kit, e) })
    }
  })
}

/** What the window's last page says, or nothing where it was closed before. */
function resultOf(kit: Kit, popup: LoginWindow, signal: AbortSignal): Promise<string | undefined> {
  const { origin } = new URL(kit.options.walletUrl ?? '')
  const { page, clock } = kit.ports
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
  const hear = (event: Event) => {
    const { source, origin: from, data } = event as MessageEvent
    if (source !== (popup as unknown) || from !== origin) return
    const { resultUri } = (data ?? {}) as { resultUri?: unknown }
    if (typeof resultUri === 'string' && resultUri.length <= 8192) resolve(resultUri)
  }
  let stopLooking: Stop = () => undefined
  const look = () => {
    // A window that is closed right after it spoke has spoken: its message may be the next to be heard.
    if (popup.closed) stopLooking = clock.after(lookMs, () => resolve(undefined))
    else stopLooking = clock.after(lookMs, look)
  }
  look()
  page.events.addEventListener('message', hear)
  const abort = () => reject(new KitError('aborted'))
  signal.addEventListener('abort', abort)
  return promise.finally(() => {
    stopLooking()
    page.events.removeEventListener('message', hear)
    signal.removeEventListener('abort', abort)
  })
}
