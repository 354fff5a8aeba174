import type { SwapStep } from '@billfold/core/model/swap'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { swapTexts } from '../../i18n/compiled/swapTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useTokenLabel } from '../send/useTokenLabel.ts'
import type { SwapForm } from './useSwapForm.ts'

/** The swap's current step, and who has to act. */
export function SwapSteps({ form }: { form: SwapForm }) {
  const kit = useKit()
  const text = useArea(swapTexts)
  const { phase } = useSelect((state) => state.swap.attempt)
  const { labelOf } = useTokenLabel()
  const symbol = isolate(form.from ? labelOf(form.from) : '')
  const words: Record<SwapStep, string> = {
    checking: text.steps.checking,
    resetting: text.steps.resetting(symbol),
    approving: text.steps.approving(symbol),
    approved: text.steps.approved,
    signing: text.steps.signing(symbol),
    building: text.steps.building,
    asking: text.steps.asking,
  }
  const isStep = (name: string): name is SwapStep => name in words
  return (
    <div className="swap-steps" role="status" data-testid="swap-step" data-step={phase}>
      <Spinner />
      <p>{isStep(phase) ? words[phase] : ''}</p>
      <Button
        look="quiet"
        size="s"
        data-testid="swap-abandon"
        onClick={() => kit.store.send({ type: 'swap/abandoned' })}
      >
        {text.leave}
      </Button>
    </div>
  )
}
