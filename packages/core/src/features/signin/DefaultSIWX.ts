import type { Kit } from '../../kit.ts'
import { LazySiwx, type SiwxBody } from './LazySiwx.ts'
import type { MessageOptions } from './makeMessage.ts'

/** Options for signing in without a server. */
export type DefaultSIWXOptions = MessageOptions & {
  /** Whether to disconnect an account that does not sign in; `true` by default. */
  required?: boolean
  /** Storage key; AppKit's `@appkit/siwx` by default. */
  key?: string
}

/** Signs visitors in without a server: only this browser knows the proof. */
export class DefaultSIWX extends LazySiwx<SiwxBody> {
  /** The constructor's options. */
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
