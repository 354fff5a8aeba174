import type { FoundRecipient } from './recipientQuery.ts'
import type { Draft } from './send.ts'

/** What the recipient is told: what a payment link asks for, unless the visitor wrote something else beside that link. */
export function memoOf({ memo, to }: Draft, found: FoundRecipient | undefined): string {
  return found?.memo !== undefined && memo?.to !== to ? found.memo : (memo?.text ?? '')
}
