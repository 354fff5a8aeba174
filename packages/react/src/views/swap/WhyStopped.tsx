import type { Mismatch } from '@billfold/core/model/mismatch'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { amountTexts } from '../../i18n/compiled/amountTexts.ts'
import { mismatchTexts } from '../../i18n/compiled/mismatchTexts.ts'
import { swapTexts } from '../../i18n/compiled/swapTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'

/** Says what of a swap is not as it was shown. */
export function WhyStopped({ mismatch }: { mismatch: Mismatch }) {
  const { sentence, why } = useArea(mismatchTexts)
  return mismatch.in === 'symbol' ? <OtherSymbol mismatch={mismatch} /> : sentence(why[mismatch.in])
}

/** A token that was renamed since a list was written is still the visitor's: shown by the name it has now, they can decide again. */
function OtherSymbol({ mismatch: { side, shown, says } }: { mismatch: Extract<Mismatch, { in: 'symbol' }> }) {
  const kit = useKit()
  const { token: words } = useArea(amountTexts)
  const { trouble } = useArea(swapTexts)
  const asset = useSelect((state) => state.swap.draft[side])
  return (
    <>
      {words.otherSymbol(isolate(says), isolate(shown))} {trouble.nothing}
      {asset ? (
        <Button
          size="s"
          look="quiet"
          data-testid="swap-use-symbol"
          onClick={() => kit.store.send({ type: 'swap/edited', change: { [side]: { ...asset, symbol: says } } })}
        >
          {words.showAs(isolate(says))}
        </Button>
      ) : null}
    </>
  )
}
