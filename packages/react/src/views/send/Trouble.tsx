import type { TransferPlan } from '@billfold/core/chains/transfers'
import type { SendAttempt } from '@billfold/core/model/send'
import { Suspense } from 'react'
import { useSelect } from '../../hooks/useSelect.ts'
import { refusalTexts } from '../../i18n/compiled/refusalTexts.ts'
import { type SendTexts, sendTexts } from '../../i18n/compiled/sendTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import type { Messages } from '../../i18n/Messages.ts'
import { useArea } from '../../i18n/useArea.ts'
import { lazyScreen } from '../../modal/lazyScreen.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'

/** Only for what would not go through; nothing is sent then. */
export const WhyRefused = lazyScreen(async () => (await import('./WhyRefused.tsx')).WhyRefused, refusalTexts)

/** Why it stopped, what that means for the money, and what to do now. */
export function Trouble({
  plan,
  attempt,
  isUnchecked,
  onAgain,
}: {
  plan: TransferPlan | undefined
  attempt: SendAttempt
  isUnchecked: boolean
  onAgain: () => void
}) {
  const text = useArea(sendTexts)
  const { shell } = useText()
  const isHeld = useSelect((state) => state.send.held !== undefined)
  // “Nothing was sent” is certain only before the wallet got the request, and while it holds no earlier one.
  const isUnsure =
    isHeld || (attempt.phase === 'failed' && attempt.step === 'asking' && !undelivered.includes(attempt.trouble))
  if (plan?.refusal)
    return (
      <Suspense fallback={null}>
        <Box kind="refusal">
          <WhyRefused refusal={plan.refusal} isUnsure={isUnsure} />
        </Box>
      </Suspense>
    )
  if (isUnchecked && !plan)
    return (
      <Box kind="unchecked">
        {isUnsure ? shell.checkWallet : text.review.unchecked}
        <Button size="s" look="quiet" data-testid="send-check-again" onClick={onAgain}>
          {text.review.again}
        </Button>
      </Box>
    )
  if (attempt.phase !== 'declined' && attempt.phase !== 'failed')
    return isHeld && attempt.phase === 'idle' ? <Box kind="held">{shell.checkWallet}</Box> : null
  // The request itself is shown, with what to do about it.
  if (attempt.phase === 'failed' && attempt.trouble === 'asked') return null
  return (
    <Box kind={attempt.phase === 'failed' ? attempt.trouble : attempt.phase}>
      {attemptText(attempt, isUnsure, text.trouble, shell)}
    </Box>
  )
}

function Box({ kind, children }: { kind: string; children: React.ReactNode }) {
  return (
    <div className="callout" role="alert" data-testid="send-trouble" data-trouble={kind}>
      <Icon name="warning" />
      <p>{children}</p>
    </div>
  )
}

/** Those that say themselves what is not known. */
const open: readonly string[] = ['timeout', 'wallet_answer_invalid', 'relay_unreachable']
/** The relay reports that it did not pass the request on. */
const undelivered: readonly string[] = ['relay_refused', 'relay_clock', 'relay_busy']

function attemptText(
  attempt: Extract<SendAttempt, { phase: 'declined' | 'failed' }>,
  isUnsure: boolean,
  words: SendTexts['trouble'],
  { checkWallet, notLoaded }: Messages['shell'],
): string {
  if (attempt.phase === 'declined') return isUnsure ? checkWallet : words.declined
  const { trouble, message } = attempt
  const known: Partial<Record<string, string | ((reason: string) => string)>> = {
    ...words,
    not_loaded: `${notLoaded} ${words.nothing}`,
  }
  const sentence = known[undelivered.includes(trouble) ? 'relay_refused' : trouble]
  if (typeof sentence === 'string') return isUnsure && !open.includes(trouble) ? checkWallet : sentence
  return `${words.failed(isolate(message.replace(/\.$/, '')))} ${isUnsure ? checkWallet : words.nothing}`
}
