import type { LoginProvider } from '@billfold/core/model/embedded'
import type { ErrorCode } from '@billfold/protocol/error'
import type { EmbeddedTexts } from '../../i18n/compiled/embeddedTexts.ts'
import { socialNames } from './socialNames.ts'

/** The error of a social login, if it helps the visitor. */
export function socialTrouble(text: EmbeddedTexts, provider: LoginProvider, code: ErrorCode | undefined): string {
  switch (code) {
    case 'not_found':
      return text.social.ended
    case 'sources_unavailable':
      return text.social.away(socialNames[provider])
    case 'clock_wrong':
      return text.trouble.clock
    case 'unavailable':
    case 'timeout':
      return text.trouble.unavailable
    default:
      return text.social.failed
  }
}
