import type { Refusal, TransferPlan } from '@billfold/core/chains/transfers'
import { knownAddresses } from '@billfold/core/features/lookalike/knownAddresses'
import { activeNetwork } from '@billfold/core/features/network/network'
import { editDraft } from '@billfold/core/features/send/editDraft'
import type { SendAttempt } from '@billfold/core/features/send/send'
import { sameAddress } from '@billfold/protocol/sameAddress'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import type { Messages } from '../../i18n/Messages.ts'
import { type SendTexts, sendTexts } from '../../i18n/send/sendTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Address } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useAmountText } from './useAmountText.ts'

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
  const { shell } = useText()
  const isHeld = useSelect((state) => state.send.held !== undefined)
  // That nothing was sent is said where that is known: not once the wallet was asked, nor while it holds an earlier request.
  const isUnsure =
    isHeld || (attempt.phase === 'failed' && attempt.step === 'asking' && !undelivered.includes(attempt.trouble))
  if (plan?.refusal)
    return (
      <Box kind="refusal">
        <strong className="callout-title">{isUnsure ? shell.checkWallet : text.refusal.title}</strong>{' '}
        <WhyRefused refusal={plan.refusal} />
      </Box>
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

function WhyRefused({ refusal }: { refusal: Refusal }) {
  const words = useArea(sendTexts).refusal
  const amountText = useAmountText()
  const coin = useSelect(activeNetwork)?.nativeCurrency
  switch (refusal.kind) {
    case 'said':
      return words.said(isolate(refusal.text))
    case 'panic':
      return words.panic(isolate(`0x${refusal.code.toString(16)}`))
    case 'named':
      return words.named(isolate(refusal.name))
    case 'coded':
      return words.coded(isolate(refusal.selector))
    case 'dust':
    case 'tooLittle':
    case 'leavesTooLittle':
      return words[refusal.kind](coin ? amountText(BigInt(refusal.least), coin) : refusal.least)
    case 'otherNetwork':
      return <OtherNetwork same={refusal.same} />
    default:
      return words[refusal.kind]
  }
}

/**
 * The same account is offered only where the visitor knows whose it is: a stranger may have the key on the other network and
 * not on this one (an exchange's, a multisig's, a proxy's).
 */
function OtherNetwork({ same }: { same: string }) {
  const kit = useKit()
  const words = useArea(sendTexts).refusal
  const isKnown = useSelect((state) =>
    knownAddresses(state, state.network.activeNamespace).some(
      ({ address, how }) => how !== 'sent' && sameAddress(state.network.activeNamespace, address, same),
    ),
  )
  if (!isKnown) return words.otherNetwork
  return (
    <>
      {words.otherNetwork} <Address value={same} whole />
      <Button size="s" look="quiet" data-testid="send-same-account" onClick={() => editDraft(kit, { to: same })}>
        {words.sameAccount}
      </Button>
    </>
  )
}

/** Those that say themselves what is not known. */
const open: readonly string[] = ['timeout', 'wallet_answer_invalid', 'relay_unreachable']
/** The wallet was asked, and the relay says that it did not pass the request on. */
const undelivered: readonly string[] = ['relay_refused', 'relay_busy']

function attemptText(
  attempt: Extract<SendAttempt, { phase: 'declined' | 'failed' }>,
  isUnsure: boolean,
  words: SendTexts['trouble'],
  { checkWallet, notLoaded }: Messages['shell'],
): string {
  if (attempt.phase === 'declined') return isUnsure ? checkWallet : words.declined
  const { trouble, message } = attempt
  const known: Partial<Record<string, string | ((said: string) => string)>> = {
    ...words,
    not_loaded: `${notLoaded} ${words.nothing}`,
  }
  const sentence = known[trouble === 'relay_busy' ? 'relay_refused' : trouble]
  if (typeof sentence === 'string') return isUnsure && !open.includes(trouble) ? checkWallet : sentence
  return `${words.failed(isolate(message.replace(/\.$/, '')))} ${isUnsure ? checkWallet : words.nothing}`
}
