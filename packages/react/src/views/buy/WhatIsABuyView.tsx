import { goBack } from '@billfold/core/features/modal/navigate'
import { useKit } from '../../hooks/KitContext.ts'
import { buyTexts } from '../../i18n/compiled/buyTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { Slides } from '../shared/Slides.tsx'

const icons = ['buy', 'wallet', 'search'] as const

/** For those who buy for the first time. */
export function WhatIsABuyView() {
  const kit = useKit()
  const text = useArea(buyTexts)
  return (
    <div className="stack">
      <Slides slides={text.lesson.map((each, at) => ({ ...each, icon: icons[at] ?? 'info' }))} />
      <Button look="primary" wide data-testid="w3m-what-is-a-buy-button" onClick={() => goBack(kit)}>
        {text.start}
      </Button>
    </div>
  )
}
