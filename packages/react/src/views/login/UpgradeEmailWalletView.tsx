import { showSecurity } from '@billfold/core/features/embedded/showSecurity'
import { useKit } from '../../hooks/KitContext.ts'
import { Button } from '../../ui/Button.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { useEmbedded } from './useEmbedded.ts'

/** How to take the embedded wallet along: its phrase is shown by the frame, and never here. */
export function UpgradeEmailWalletView() {
  const kit = useKit()
  const { upgrade } = useEmbedded().text
  return (
    <Nothing icon="key" title={upgrade.title} text={upgrade.text}>
      <Button look="primary" wide data-testid="upgrade-go" onClick={() => void showSecurity(kit)}>
        {upgrade.go}
      </Button>
    </Nothing>
  )
}
