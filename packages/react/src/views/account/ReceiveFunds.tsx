import { push } from '@billfold/core/features/modal/navigate'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { accountTexts } from '../../i18n/compiled/accountTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'

/** The next step of an account without tokens, NFTs or transactions. */
export function ReceiveFunds() {
  const kit = useKit()
  const text = useArea(accountTexts)
  const canReceive = useSelect((state) => state.options.features.receive)
  return canReceive ? (
    <Button
      look="primary"
      wide
      icon="receive"
      data-testid="receive-funds"
      onClick={() => push(kit, { name: 'WalletReceive' })}
    >
      {text.receiveFunds}
    </Button>
  ) : null
}
