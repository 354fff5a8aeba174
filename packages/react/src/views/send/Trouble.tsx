import type { Refusal, TransferPlan } from '@billfold/core/chains/transfers'
import type { SendAttempt } from '@billfold/core/features/send/send'
import { isolate } from '../../i18n/isolate.ts'
import { type SendTexts, sendTexts } from '../../i18n/send/sendTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'

/** Why it does not go on, what that means for the money, and what to do now. */
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
  if (plan?.refusal)
    return (
      <Box kind="refusal">
        <strong className="callout-title">{text.refusal.title}</strong> {refusalText(plan.refusal, text.refusal)}
      </Box>
    )
  if (isUnchecked && !plan)
    return (
      <Box kind="unchecked">
        {text.review.unchecked}
        <Button size="s" look="quiet" data-testid="send-check-again" onClick={onAgain}>
          {text.review.again}
        </Button>
      </Box>
    )
  if (attempt.phase !== 'declined' && attempt.phase !== 'failed') return null
  return (
    <Box kind={attempt.phase === 'failed' ? attempt.trouble : attempt.phase}>{attemptText(attempt, text.trouble)}</Box>
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

function refusalText(refusal: Refusal, words: SendTexts['refusal']): string {
  switch (refusal.kind) {
    case 'said':
      return words.said(isolate(refusal.text))
    case 'panic':
      return words.panic(isolate(`0x${refusal.code.toString(16)}`))
    case 'named':
      return words.named(isolate(refusal.name))
    case 'coded':
      return words.coded(isolate(refusal.selector))
    default:
      return words[refusal.kind]
  }
}

function attemptText(attempt: SendAttempt, words: SendTexts['trouble']): string {
  if (attempt.phase !== 'failed') return words.declined
  const { trouble, message } = attempt
  const known: Partial<Record<string, string | ((said: string) => string)>> = words
  const sentence = known[trouble === 'relay_busy' ? 'relay_refused' : trouble]
  return typeof sentence === 'string' ? sentence : words.failed(isolate(message))
}
