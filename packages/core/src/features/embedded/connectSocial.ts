import { KitError } from '@billfold/protocol/error'
import type { SocialProvider } from '@billfold/protocol/frame/frameRequests'
import type { Kit } from '../../kit.ts'
import type { KitEmbedded } from '../../model/kitEmbedded.ts'
import type { Stop } from '../../ports/clock.ts'
import type { Run } from '../../store/latest.ts'
import { assertWebUrl } from './assertWebUrl.ts'
import { embeddedOf, loginErrorOf } from './embeddedOf.ts'
import { socialRedirect } from './socialRedirect.ts'

/** The popup that a click opened for a social login. */
export type LoginWindow = { readonly closed: boolean; location: { href: string }; close(): void }

const lookMs = 1000

/**
 * Logs in with a social provider in a popup that the click opened. Only a message from the popup's last page, on the
 * frame's own origin, counts as the outcome.
 */
export async function connectSocial(
  kit: Kit,
  { provider, window: popup }: { provider: SocialProvider; window: LoginWindow | null },
): Promise<void> {
  await runSocial(kit, provider, async (embedded, { signal, send }) => {
    if (!popup) throw new KitError('window_blocked')
    signal.addEventListener('abort', () => popup.close())
    try {
      const { uri } = await embedded.ask('GET_SOCIAL_REDIRECT_URI', { provider }, signal)
      popup.location.href = assertWebUrl(uri)
      const resultUri = await resultOf(kit, popup, signal)
      if (resultUri !== undefined) return resultUri
      send({ type: 'embedded/socialCancelled', provider })
      return void send({ type: 'modal/wentBack' })
    } finally {
      popup.close()
    }
  })
}

/** Logs in with a social provider by redirecting this page: if no popup can be opened or none is wanted. */
export async function redirectToSocial(kit: Kit, { provider }: { provider: SocialProvider }): Promise<void> {
  await runSocial(kit, provider, async (embedded, { signal }) => {
    const { page, storage } = kit.ports
    const returnTo = socialRedirect.without(page.href())
    const { uri } = await embedded.ask('GET_SOCIAL_REDIRECT_URI', { provider, returnTo }, signal)
    storage.set(socialRedirect.key, provider)
    // Started without the dialog, so it returns without it.
    storage.set(socialRedirect.quietKey, kit.store.get().modal.open ? undefined : 'true')
    page.open(assertWebUrl(uri), '_top')
    return new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new KitError('aborted'))))
  })
}

/** Resumes a login after its redirect. */
export async function resumeSocial(
  kit: Kit,
  { provider, resultUri, isQuiet }: { provider: SocialProvider; resultUri: string; isQuiet: boolean },
): Promise<void> {
  if (!isQuiet) kit.store.send({ type: 'modal/opened', view: { name: 'Connect' } })
  await runSocial(kit, provider, async () => resultUri)
}

/** Runs a login up to the connected wallet or the reported failure; `result` holds the provider's response. */
async function runSocial(
  kit: Kit,
  provider: SocialProvider,
  result: (embedded: KitEmbedded, run: Run) => Promise<string | undefined>,
): Promise<void> {
  await kit.latest('embedded', async (run) => {
    const { signal, send } = run
    let isProven = false
    send({ type: 'embedded/socialStarted', provider })
    send({ type: 'modal/pushed', view: { name: 'ConnectingSocial', provider } })
    try {
      const embedded = await embeddedOf(kit)
      const uri = await result(embedded, run)
      if (uri === undefined) return
      send({ type: 'embedded/socialProven', provider })
      const answer = await embedded.ask('CONNECT_SOCIAL', { uri }, signal)
      isProven = true
      if ('action' in answer) {
        send({ type: 'embedded/deviceAsked' })
        await embedded.ask('CONNECT_DEVICE', undefined, signal)
        send({ type: 'embedded/deviceRegistered' })
      }
      embedded.login.set('username', answer.userName ?? undefined)
      embedded.login.set('social', provider)
      send({ type: 'embedded/loggedIn', by: provider })
    } catch (e) {
      const trouble = loginErrorOf(kit, e)
      // A rejection at the provider counts as a closed window.
      if (trouble.code !== 'user_rejected' || isProven)
        return send({ type: 'embedded/socialFailed', provider, trouble })
      send({ type: 'embedded/socialCancelled', provider })
      send({ type: 'modal/wentBack' })
    }
  })
}

/** The message of the popup's last page; undefined if it closed before. */
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
    // A popup may close right after its message: that may still be queued.
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
