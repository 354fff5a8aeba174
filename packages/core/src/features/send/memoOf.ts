import type { Draft } from '../../model/send.ts'
import type { FoundRecipient } from './foundRecipient.ts'

/** The memo for the recipient: a payment link's, unless the visitor changed it after the link. */
export function memoOf({ memo, to }: Draft, recipient: FoundRecipient | undefined): string {
  return recipient?.memo !== undefined && memo?.to !== to ? recipient.memo : (memo?.text ?? '')
}
