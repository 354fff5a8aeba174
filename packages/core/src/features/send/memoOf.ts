import type { FoundRecipient } from './recipientQuery.ts'
import type { Draft } from './send.ts'

/** The memo for the recipient: a payment link's, unless the visitor changed it after the link. */
export function memoOf({ memo, to }: Draft, found: FoundRecipient | undefined): string {
  return found?.memo !== undefined && memo?.to !== to ? found.memo : (memo?.text ?? '')
}
