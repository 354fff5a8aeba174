import type { Input, Output } from '@billfold/protocol/contract'
import type { AccountProvider } from '@billfold/protocol/embedded/embeddedApi'
import type { FarcasterAnswer } from '@billfold/protocol/embedded/farcasterRelay'
import type { guardianApi } from '@billfold/protocol/embedded/guardianApi'
import { identityHash } from '@billfold/protocol/embedded/recoveryInfo'
import { KitError } from '@billfold/protocol/error'
import type { LoginSecrets } from './createSocialLogin.ts'

type Request = Input<typeof guardianApi, 'startRelease'>
/** A device's request, with the site's name from the guardian's own list and a label for its browser. */
export type ReleaseRequest = Omit<Request, 'ticket' | 'device'> & {
  device: Request['device'] & { label: string }
  site: string
  language?: string | undefined
}
type ReleaseState = Output<typeof guardianApi, 'readRelease'>['state']
export type Login = LoginSecrets & { provider: AccountProvider; browser: string; channel?: Channel | undefined }
/** The relay's channel of a Farcaster login, and the message of the person's app. */
export type Channel = { channelToken: string; url: string; answer?: FarcasterAnswer | undefined }
/** A request for a share, and its state. The memory file stores it under these names. */
export type Release = {
  id: string
  /** Opens the page with the numbers: emailed, or issued to a browser after the share's owner has logged in there. */
  token: string
  /** Starts a login at the person's provider; proves nothing. */
  login: string
  begun?: Login | undefined
  logins: number
  /** The person's name and address, as the provider reports them. */
  name?: string | undefined
  address?: string | undefined
  number: string
  choices: readonly string[]
  asked: ReleaseRequest
  state: ReleaseState
  endsAt: number
  /** Whether the share was encrypted for `hardened`: the person can cancel for a day. */
  isHardened: boolean
  /** The person also has a different wallet here. */
  isSecond?: boolean
  /** Address of the person that the wallet is pinned to, if it is someone else: they can cancel. */
  pinnedEmail?: string
  /** If held: when it opens, and the token that cancels it until then. */
  opensAt?: number
  cancelToken?: string
}

/** Data of the page behind the link. */
export type ReleaseView = Pick<ReleaseRequest['device'], 'label'> &
  Pick<ReleaseRequest, 'site' | 'email'> &
  Pick<Release, 'choices' | 'name'> & { provider?: AccountProvider | undefined; since?: number | undefined }

/** Time to open the email and answer. */
export const releaseSeconds = 15 * 60
/** Time to cancel under `hardened`, and the device's time to return after that. */
export const vetoSeconds = 24 * 3600
export const returnSeconds = 7 * 24 * 3600

/** The claimed owner; the share opens for no one else. */
export function identityOf({ email, social }: Pick<ReleaseRequest, 'email' | 'social'>): string {
  if ((email === undefined) === (social === undefined)) throw new KitError('invalid_input')
  return social?.identity ?? identityHash({ kind: 'email', subject: email! })
}
