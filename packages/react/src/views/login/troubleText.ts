import type { LoginError } from '@billfold/core/model/embedded'
import type { EmbeddedTexts } from '../../i18n/compiled/embeddedTexts.ts'

/** The visitor's text for a failed login; `left` is the remaining wait, written out. */
export function troubleText(
  { trouble: text, login }: EmbeddedTexts,
  trouble: LoginError,
  left: string | undefined,
): string | undefined {
  switch (trouble.code) {
    case 'invalid_input':
      return login.invalid
    case 'sign_in_unproven':
      return text.wrong
    case 'not_found':
      return text.ended
    case 'too_many_requests':
      // Once the wait is over there is nothing left to say.
      if (trouble.againAt === undefined) return text.other
      return left && (trouble.isMailPause ? text.mailed(left) : text.wait(left))
    case 'unauthorized':
      return text.session
    case 'clock_wrong':
      return text.clock
    case 'unavailable':
    case 'timeout':
      return text.unavailable
    case 'aborted':
      return undefined
    default:
      return text.other
  }
}
