import { type ErrorCode, KitError } from '@billfold/protocol/error'
import type { Kit } from '../../kit.ts'
import type { LoginError } from '../../model/embedded.ts'
import type { KitEmbedded } from '../../model/kitEmbedded.ts'
import type { Run } from '../../store/latest.ts'
import { assertWebUrl } from './assertWebUrl.ts'
import { embeddedOf, loginErrorOf, loginOf } from './embeddedOf.ts'

const provider = 'farcaster'
/** A link that ends sooner was never valid: requesting another at once would loop forever. */
const livesMs = 30_000
/** Errors that end an unused link: it expired, or the frame reloaded. */
const endings: readonly ErrorCode[] = ['not_found', 'timeout', 'aborted']

/**
 * Logs in with Farcaster: its app approves a link. Reuses an existing link, and renews one that expires while shown. On
 * failure it goes back, with `words` as the message; without them, the error stays in the state for a page to show.
 */
export async function connectFarcaster(
  kit: Kit,
  { words, isNew = false }: { words?: (trouble: LoginError) => string; isNew?: boolean },
): Promise<void> {
  await kit.latest('embedded', async (run) => {
    const { send } = run
    if (isNew) send({ type: 'embedded/linkEnded' })
    send({ type: 'embedded/socialStarted', provider })
    send({ type: 'modal/pushed', view: { name: 'ConnectingFarcaster' } })
    try {
      const embedded = await embeddedOf(kit)
      const { userName, action } = await approved(kit, embedded, run)
      send({ type: 'embedded/linkEnded' })
      send({ type: 'embedded/socialProven', provider })
      if (action) {
        send({ type: 'embedded/deviceAsked' })
        await embedded.ask('CONNECT_DEVICE', undefined, run.signal)
        send({ type: 'embedded/deviceRegistered' })
      }
      embedded.login.set('username', userName || undefined)
      embedded.login.set('social', provider)
      send({ type: 'embedded/loggedIn', by: provider })
    } catch (e) {
      if (run.signal.aborted) return
      const trouble = loginErrorOf(kit, e)
      const isNo = trouble.code === 'user_rejected'
      send(isNo ? { type: 'embedded/socialCancelled', provider } : { type: 'embedded/socialFailed', provider, trouble })
      send({ type: 'modal/wentBack' })
      if (!words) return
      // Shown here, once: the previous view would show it as an error of the e-mail field.
      send({ type: 'embedded/left' })
      const notice = { code: 'message', variant: 'error', autoClose: true } as const
      if (!isNo) send({ type: 'notice/raised', notice: { ...notice, params: { message: words(trouble) } } })
    }
  })
}

type Approval = { userName: string; action?: 'VERIFY_DEVICE' | undefined }

/** Waits until someone approves this link or a renewed one. */
async function approved(kit: Kit, embedded: KitEmbedded, { signal, send }: Run): Promise<Approval> {
  const { clock } = kit.ports
  let isKept = loginOf(kit).link !== undefined
  for (;;) {
    if (loginOf(kit).link === undefined) {
      const ask = () => embedded.ask('GET_FARCASTER_URI', undefined, signal)
      const { url } = await ask().catch((e) => {
        // The frame was just reloading.
        if (signal.aborted || KitError.from(e).code !== 'aborted') throw e
        return ask()
      })
      send({ type: 'embedded/linkOffered', link: assertWebUrl(url) })
    }
    const since = clock.now()
    try {
      return await embedded.ask('CONNECT_FARCASTER', undefined, signal)
    } catch (e) {
      const hasLived = isKept || clock.now() - since >= livesMs
      if (signal.aborted || !hasLived || !endings.includes(KitError.from(e).code)) throw e
      isKept = false
      send({ type: 'embedded/linkEnded' })
    }
  }
}
