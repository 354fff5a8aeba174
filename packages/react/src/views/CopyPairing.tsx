import { pairingPhase } from '@billfold/core/features/walletConnect/pairingPhase'
import { useCopy } from '../hooks/useCopy.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { useArea } from '../i18n/useArea.ts'
import { walletConnectTexts } from '../i18n/walletConnect/walletConnectTexts.ts'
import { Button } from '../ui/Button.tsx'

/** Copies the link for a wallet that has no camera at hand. */
export function CopyPairing() {
  const text = useArea(walletConnectTexts)
  const copy = useCopy()
  const pairing = useSelect(pairingPhase)
  const uri = pairing.phase === 'offered' ? pairing.uri : undefined
  return (
    <Button
      look="quiet"
      size="s"
      icon="copy"
      data-testid="copy-wc2-uri"
      disabled={uri === undefined}
      onClick={() => uri && void copy(uri, 'linkCopied')}
    >
      {text.copyLink}
    </Button>
  )
}
