import type { SwapAttempt } from '@billfold/core/features/swap/swap'
import { isolate } from '../../i18n/isolate.ts'
import { type SwapTexts, swapTexts } from '../../i18n/swap/swapTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Icon } from '../../ui/Icon.tsx'

/** Why it does not go on, and what that means for the money. */
export function SwapTroubleBox({ attempt }: { attempt: SwapAttempt }) {
  const text = useArea(swapTexts)
  if (attempt.phase !== 'declined' && attempt.phase !== 'failed') return null
  return (
    <p
      className="callout"
      role="alert"
      data-testid="swap-trouble"
      data-trouble={attempt.phase === 'failed' ? attempt.trouble : 'declined'}
    >
      <Icon name="warning" />
      <span>{wordsFor(attempt, text)}</span>
    </p>
  )
}

function wordsFor(attempt: Extract<SwapAttempt, { phase: 'declined' | 'failed' }>, { trouble }: SwapTexts): string {
  if (attempt.phase === 'declined')
    return attempt.step === 'approving' || attempt.step === 'resetting' ? trouble.declinedApproval : trouble.declined
  const known: Readonly<Record<string, string>> = {
    expired: trouble.expired,
    changed: trouble.changed,
    mismatch: trouble.mismatch,
    other_chain: trouble.otherChain,
    other_account: trouble.otherAccount,
    approval_failed: trouble.approvalFailed,
    timeout: trouble.timeout,
    relay_unreachable: trouble.relay,
    relay_refused: trouble.relayRefused,
    relay_busy: trouble.relayRefused,
  }
  return known[attempt.trouble] ?? trouble.failed(isolate(attempt.message))
}
