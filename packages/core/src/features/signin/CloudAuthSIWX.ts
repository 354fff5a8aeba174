import type { Kit } from '../../kit.ts'
import { LazySiwx } from './LazySiwx.ts'
import type { MessageOptions } from './makeMessage.ts'
import type { OwnSignIn, ServerSignIn } from './serverSignIn.ts'

/** Options for signing in by your API. */
export type CloudAuthSIWXOptions = MessageOptions & {
  /** Whether an account that does not sign in is disconnected; it is unless this is `false`. */
  required?: boolean
  /** Where the browser keeps the token in use; AppKit's `@appkit/siwx-auth-token` unless said. */
  localAuthStorageKey?: string
  /** Where it keeps the nonce's; AppKit's `@appkit/siwx-nonce-token` unless said. */
  localNonceStorageKey?: string
}

/** Signs visitors in by your API (`apiUrl`), in every family; the site's own server verifies the tokens. */
export class CloudAuthSIWX extends LazySiwx<ServerSignIn> {
  /** The options it was made with. */
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

  /** The access token of the account in use, renewed where it is about to end; for `Authorization: Bearer …`. */
  getSessionToken = async (): Promise<string | undefined> => (await this.body()).token()

  /** Who the server says is signed in. */
  getSessionAccount = async (): Promise<unknown> => (await this.body()).account()

  /** Has the server keep something beside the account. */
  setSessionAccountMetadata = async (metadata: Record<string, string | number | boolean | null>): Promise<void> =>
    (await this.body()).setMetadata(metadata)

  /** The devices that the account in use is signed in on, this one among them. */
  getSignIns = async (): Promise<readonly OwnSignIn[]> => (await this.body()).signIns()

  /** Signs one of them out. */
  endSignIn = async (id: string): Promise<void> => (await this.body()).endSignIn(id)
}
