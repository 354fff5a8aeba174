import { findMerged } from '@billfold/core/features/connect/mergedConnectors'
import { connectorImageUrl } from '@billfold/core/features/wallets/imageUrl'
import { embeddedId } from '@billfold/core/model/connector'
import type { Source } from '@billfold/core/model/source'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { sendTexts } from '../../i18n/compiled/sendTexts.ts'
import { isolate } from '../../i18n/isolate.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { WaitingPanel } from '../shared/WaitingPanel.tsx'

/** Waits for the wallet's yes. */
export function SendWaiting({ source, amount }: { source: Source; amount: string }) {
  const kit = useKit()
  const { waiting, review } = useArea(sendTexts)
  const connector = useSelect((state) => findMerged(state, source.connectorId))
  const image = useSelect((state) => {
    if (source.connectorId === embeddedId) return state.options.metadata.icons[0]
    return connector ? connectorImageUrl(state, connector) : undefined
  })
  // The embedded wallet is the site's, and its own name is for programs.
  const name =
    useSelect(({ options }) => (source.connectorId === embeddedId && options.metadata.name) || connector?.name) ?? ''
  return (
    <WaitingPanel
      name={name}
      image={image}
      state="waiting"
      title={waiting.title(isolate(name))}
      text={`${review.send(amount)}. ${waiting.text}`}
      help={{ title: waiting.slow, hints: waiting.slowHints(isolate(name)) }}
    >
      <Button look="quiet" wide data-testid="send-abandon" onClick={() => kit.store.send({ type: 'send/abandoned' })}>
        {waiting.leave}
      </Button>
    </WaitingPanel>
  )
}
