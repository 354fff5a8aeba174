import type { Kit } from '../../kit.ts'
import { LazySiwx } from './LazySiwx.ts'
import type { MessageOptions } from './makeMessage.ts'
import type { OwnSignIn, ServerSignIn } from './serverSignIn.ts'

/** Options for signing in by your API. */
export type CloudAuthSIWXOptions = MessageOptions & {
  /** Whether to disconnect an account that does not sign in; `true` by default. */
  required?: boolean
  /** Storage key of the current token; AppKit's `@appkit/siwx-auth-token` by default. */
  localAuthStorageKey?: string
  /** Storage key of the nonce token; AppKit's `@appkit/siwx-nonce-token` by default. */
  localNonceStorageKey?: string
}

/** Signs visitors in by your API (`apiUrl`), in every family; the site's own server verifies the tokens. */
export class CloudAuthSIWX extends LazySiwx<ServerSignIn> {
  /** The constructor's options. */
  readonly options: CloudAuthSIWXOptions

  constructor(options: CloudAuthSIWXOptions = {}) {
    super()
    this.options = options
  }

  protected async load(kit: Kit): Promise<ServerSignIn> {
    const { localAuthStorageKey: authKey, localNonceStorageKey: nonceKey, ...options } = this.options
    const { serverSignIn } = await import('./serverSignIn.ts')
    return serverSignIn(kit, {
      authKey: authKey ?? '@appkit/siwx-auth-token',
      nonceKey: nonceKey ?? '@appkit/siwx-nonce-token',
      ...options,
    })
  }

  /** Whether an account that does not sign in is disconnected. */
  getRequired = (): boolean => this.options.required ?? true

  /** The active account's access token, renewed when about to expire; for `Authorization: Bearer …`. */
  getSessionToken = async (): Promise<string | undefined> => (await this.body()).token()

  /** The account that the server has signed in. */
  getSessionAccount = async (): Promise<unknown> => (await this.body()).account()

  /** Has the server store metadata for the account. */
  setSessionAccountMetadata = async (metadata: Record<string, string | number | boolean | null>): Promise<void> =>
    (await this.body()).setMetadata(metadata)

  /** The devices that the active account is signed in on, including this one. */
  getSignIns = async (): Promise<readonly OwnSignIn[]> => (await this.body()).signIns()

  /** Signs one of them out. */
  endSignIn = async (id: string): Promise<void> => (await this.body()).endSignIn(id)
}
