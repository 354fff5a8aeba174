import { pairingPhase } from '@billfold/core/features/walletConnect/pairingPhase'
import { renewLink } from '@billfold/core/features/walletConnect/renewLink'
import type { Wallet } from '@billfold/protocol/api/registry'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { walletConnectTexts } from '../../i18n/compiled/walletConnectTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { LinkFooter } from '../shared/LinkFooter.tsx'
import { GetWallet } from './GetWallet.tsx'

/**
 * The link for a wallet without a camera at hand, a new one if the wallet does not accept it, and a download for
 * visitors without the wallet.
 */
export function PairingFooter({ wallet, shows }: { wallet?: Wallet | undefined; shows: 'code' | 'link' }) {
  const kit = useKit()
  const text = useArea(walletConnectTexts)
  const pairing = useSelect(pairingPhase)
  return (
    <LinkFooter
      link={pairing.phase === 'offered' ? pairing.uri : undefined}
      copyLabel={text.copyLink}
      renewLabel={shows === 'code' ? text.newCode : text.newLink}
      renewTestId="wc-new-link"
      onRenew={() => renewLink(kit)}
    >
      {wallet ? <GetWallet wallet={wallet} /> : null}
    </LinkFooter>
  )
}
