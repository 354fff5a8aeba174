import { normalizeEmail } from '@billfold/protocol/embedded/recoveryInfo'
import { type ErrorCode, errors, KitError } from '@billfold/protocol/error'
import type { FrameHandlers } from '@billfold/protocol/frame/answerFrame'
import * as z from 'zod/mini'
import type { ScreenQueue } from '../screens/createScreenQueue.ts'
import type { Person, RecoveryWay, Wallet } from '../wallet/wallet.ts'
import { awaitFarcaster, type Wait } from './awaitFarcaster.ts'
import type { PageSession } from './createPageSession.ts'

export type LoginDeps = {
  wallet: Wallet
  enqueue: ScreenQueue
  /** The page's origin, as the browser reports it. */
  origin: string
  /** Lets the person unlock a wallet on a new device; resolves with them. */
  recover(ways: readonly RecoveryWay[], signal: AbortSignal): Promise<Person>
  /** Shows the first recovery code of a new wallet until the person has saved it. */
  showFirstCode(code: string, signal: AbortSignal): Promise<void>
  /** Lets the person use or create a passkey; resolves with them. */
  connectPasskey(site: string, signal: AbortSignal): Promise<Person>
  /** Delay between two polls; a timer unless given. */
  wait?: Wait | undefined
}
type LoginHandlers = Pick<
  FrameHandlers,
  | 'CONNECT_EMAIL'
  | 'CONNECT_OTP'
  | 'CONNECT_DEVICE'
  | 'GET_SOCIAL_REDIRECT_URI'
  | 'CONNECT_SOCIAL'
  | 'CONNECT_PASSKEY'
  | 'GET_FARCASTER_URI'
  | 'CONNECT_FARCASTER'
>

/** Handlers of the page's login requests. */
export function loginHandlers(
  { wallet, enqueue, origin, wait, ...screens }: LoginDeps,
  session: PageSession,
): LoginHandlers {
  const site = new URL(origin).host
  /** The latest Farcaster sign-in of this page. */
  let farcasterFlow: string | undefined

  return {
    async CONNECT_EMAIL({ email }) {
      const login = await wallet.startEmail({ email, site })
      session.typedEmail = normalizeEmail(email)
      session.pendingLogin = undefined
      if (!('person' in login)) return { action: 'VERIFY_OTP' }
      session.person = login.person
      return { action: 'CONNECT' }
    },
    async CONNECT_OTP({ otp }) {
      const login = await wallet.verifyEmail({ code: otp.trim() })
      return session.enter(login) ? undefined : { action: 'VERIFY_DEVICE' }
    },
    async CONNECT_DEVICE(_, signal) {
      const login = session.pendingLogin
      if (!login) throw new KitError('invalid_request', { message: 'There is no device to approve' })
      const complete = async () => {
        if ('ways' in login) return await screens.recover(login.ways, signal)
        await screens.showFirstCode(login.code, signal)
        return login.person
      }
      session.person = await enqueue('recovery', complete, signal)
      session.pendingLogin = undefined
    },
    async GET_SOCIAL_REDIRECT_URI({ provider, returnTo }) {
      // Back to the requesting page, and to no other.
      const page = returnTo === undefined ? undefined : new URL(returnTo)
      if (page && page.origin !== origin) throw new KitError('invalid_input')
      const back = page ? { url: page.href, isPopup: false } : { url: `${origin}/`, isPopup: true }
      return await wallet.startSocial({ provider, site, back })
    },
    async CONNECT_SOCIAL({ uri }) {
      const { login, userName } = await wallet.finishSocial({ ...readSocialResult(uri), site })
      if (!session.enter(login)) return { action: 'VERIFY_DEVICE', userName }
      const { email, address, chainId, accounts } = await session.readUser()
      return { email, address, chainId, accounts, userName }
    },
    async CONNECT_PASSKEY(_, signal) {
      session.person = await enqueue('recovery', () => screens.connectPasskey(site, signal), signal)
      session.pendingLogin = undefined
      const { email, address, chainId, accounts } = await session.readUser()
      return { email, address, chainId, accounts }
    },
    async GET_FARCASTER_URI() {
      const { flow, url } = await wallet.startFarcaster({ site })
      farcasterFlow = flow
      return { url }
    },
    async CONNECT_FARCASTER(_, signal) {
      const { login, userName } = await awaitFarcaster(wallet, { flow: farcasterFlow, site }, signal, wait)
      farcasterFlow = undefined
      const user = { userName: userName ?? '' }
      return session.enter(login) ? user : { action: 'VERIFY_DEVICE', ...user }
    },
  }
}

const socialResult = z.object({ flow: z.uuid(), code: z.string().check(z.regex(/^[\w-]{43}$/)) })

/** Reads the result of a social login from the address it returned to; throws the error that the address names, if any. */
function readSocialResult(uri: string): z.infer<typeof socialResult> {
  const result = Object.fromEntries(new URLSearchParams(uri.slice(uri.indexOf('#') + 1)))
  if (result.error !== undefined)
    throw new KitError(Object.hasOwn(errors, result.error) ? (result.error as ErrorCode) : 'internal')
  const { success, data } = z.safeParse(socialResult, result)
  if (!success) throw new KitError('invalid_input')
  return data
}
