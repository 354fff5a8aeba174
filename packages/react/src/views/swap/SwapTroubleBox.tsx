import type { SwapAttempt } from '@billfold/core/model/swap'
import { Suspense } from 'react'
import { useSelect } from '../../hooks/useSelect.ts'
import { mismatchTexts } from '../../i18n/compiled/mismatchTexts.ts'
import { type SwapTexts, swapTexts } from '../../i18n/compiled/swapTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import type { Messages } from '../../i18n/Messages.ts'
import type { Language } from '../../i18n/matchLocale.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Icon } from '../../ui/Icon.tsx'
import { WhyStopped } from './WhyStopped.tsx'

/** Why it stopped, and what that means for the money. */
export function SwapTroubleBox({ attempt }: { attempt: SwapAttempt }) {
  const text = useArea(swapTexts)
  const { shell } = useText()
  const isHeld = useSelect((state) => state.swap.held !== undefined)
  const words = wordsFor(attempt, isHeld, text, shell)
  if (!words) return null
  const mismatch = attempt.phase === 'failed' && !isHeld ? attempt.mismatch : undefined
  return (
    <div
      className="callout"
      role="alert"
      data-testid="swap-trouble"
      data-trouble={attempt.phase === 'failed' ? attempt.trouble : attempt.phase}
    >
      <Icon name="warning" />
      <p>
        {mismatch ? (
          <Suspense fallback={words}>
            <WhyStopped mismatch={mismatch} />
          </Suspense>
        ) : (
          words
        )}
      </p>
    </div>
  )
}
SwapTroubleBox.parts = [{ preload: async (language?: Language) => language && mismatchTexts.load(language) }]

/** “Nothing was swapped” is certain only before the wallet got the swap, and while it holds no earlier one. */
function wordsFor(
  attempt: SwapAttempt,
  isHeld: boolean,
  { trouble }: SwapTexts,
  { checkWallet, notLoaded }: Messages['shell'],
): string | undefined {
  if (attempt.phase !== 'declined' && attempt.phase !== 'failed') return isHeld ? checkWallet : undefined
  if (attempt.phase === 'declined') {
    const isApproval = attempt.step === 'approving' || attempt.step === 'resetting'
    return isHeld ? checkWallet : isApproval ? trouble.declinedApproval : trouble.declined
  }
  // A relay that refused a request says that it did not pass it on.
  const isDelivered = !/^relay_(refused|clock|busy)$/.test(attempt.trouble)
  const isUnsure = isHeld || (attempt.step === 'asking' && isDelivered)
  if (attempt.trouble === 'timeout') return trouble.timeout
  if (attempt.trouble === 'relay_unreachable') return trouble.relay
  const known: Readonly<Record<string, string>> = {
    expired: trouble.expired,
    changed: trouble.changed,
    mismatch: trouble.mismatch,
    other_chain: trouble.otherChain,
    other_account: trouble.otherAccount,
    approval_failed: trouble.approvalFailed,
    relay_refused: trouble.relayRefused,
    relay_clock: trouble.relayRefused,
    relay_busy: trouble.relayRefused,
    not_loaded: `${notLoaded} ${trouble.nothing}`,
  }
  const sentence = known[attempt.trouble]
  if (sentence) return isUnsure ? checkWallet : sentence
  return `${trouble.failed(isolate(attempt.message.replace(/\.$/, '')))} ${isUnsure ? checkWallet : trouble.nothing}`
}
