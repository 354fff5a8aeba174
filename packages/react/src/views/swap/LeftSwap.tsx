import { swapTexts } from '../../i18n/compiled/swapTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useAmountText } from '../send/useAmountText.ts'
import { useTokenLabel } from '../send/useTokenLabel.ts'
import { useLeftSwap } from './useLeftSwap.ts'
import type { SwapForm } from './useSwapForm.ts'

/**
 * A swap that an earlier page left unfinished: its status, and a way to resume it. On the review, only the facts needed
 * before the next wallet prompt.
 */
export function LeftSwap({ form, review }: { form: SwapForm; review?: true }) {
  const interruptedSwap = useLeftSwap(form)
  // A resumed swap needs no offer: the review shows the remaining steps.
  if (!interruptedSwap || (!interruptedSwap.isUnsure && (interruptedSwap.isHere || review))) return null
  return <Callout found={interruptedSwap} canGoOn={interruptedSwap.canGoOn && !review} />
}

type CalloutProps = { found: NonNullable<ReturnType<typeof useLeftSwap>>; canGoOn: boolean }

function Callout({ found: { left, isUnsure, goOn, forget }, canGoOn }: CalloutProps) {
  const { left: words } = useArea(swapTexts)
  const { shell } = useText()
  const amountText = useAmountText()
  const { labelOf } = useTokenLabel()
  const amount = amountText(BigInt(left.amount), left.from)
  const summary = {
    approving: words.approving(amount),
    pending: words.pending(amount),
    approved: words.approved(amount, isolate(labelOf(left.to))),
    asking: words.asking(amount, isolate(labelOf(left.to))),
  }[left.state]
  return (
    <div className="callout swap-left" role="status" data-testid="swap-left" data-state={left.state}>
      <Icon name={isUnsure ? 'warning' : 'clock'} />
      <div>
        <p>{isUnsure ? `${summary} ${shell.checkWallet}` : summary}</p>
        <div className="swap-left-actions">
          {canGoOn ? (
            <Button size="s" data-testid="swap-left-continue" onClick={goOn}>
              {words.goOn}
            </Button>
          ) : null}
          <Button size="s" look="quiet" data-testid="swap-left-dismiss" onClick={forget}>
            {words.dismiss}
          </Button>
        </div>
      </div>
    </div>
  )
}
