import type { Kit } from '../../kit.ts'
import { LazySiwx, type SiwxBody } from './LazySiwx.ts'
import type { MessageOptions } from './makeMessage.ts'

/** Options for signing in without a server. */
export type DefaultSIWXOptions = MessageOptions & {
  /** Whether an account that does not sign in is disconnected; it is unless this is `false`. */
  required?: boolean
  /** Where the browser keeps it; AppKit's `@appkit/siwx` unless said. */
  key?: string
}

/** Signs visitors in without a server: what they proved is known to this browser alone. */
export class DefaultSIWX extends LazySiwx<SiwxBody> {
  /** The options it was made with. */
  readonly options: DefaultSIWXOptions

  constructor(options: DefaultSIWXOptions = {}) {
    super()
    this.options = options
  }

  protected async load(kit: Kit): Promise<SiwxBody> {
    const { localSignIn } = await import('./localSignIn.ts')
    return localSignIn(kit, { key: '@appkit/siwx', ...this.options })
  }

  /** Whether an account that does not sign in is disconnected. */
  getRequired = (): boolean => this.options.required ?? true
}
