import { KitError } from '../error.ts'

/** Why a sign-in is invalid. */
export type SignInReason =
  | 'unreadable'
  | 'domain'
  | 'uri'
  | 'chain'
  | 'address'
  | 'nonce'
  | 'version'
  | 'expired'
  | 'not_yet'
  | 'issued'
  | 'signature'

/** A sign-in that is refused, with the reason by name for code and in a sentence for people. */
export class RefusedSignIn extends KitError {
  readonly reason: SignInReason

  constructor(reason: SignInReason, why: string) {
    super('sign_in_unproven', { message: `Sign-in rejected: ${why}` })
    this.reason = reason
  }
}
