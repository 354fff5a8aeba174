import { push } from '@billfold/core/features/modal/navigate'
import { pairingPhase } from '@billfold/core/features/walletConnect/pairingPhase'
import { renewLink } from '@billfold/core/features/walletConnect/renewLink'
import type { Device } from '@billfold/core/ports/page'
import type { Wallet } from '@billfold/protocol/api/registry'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { walletConnectTexts } from '../../i18n/compiled/walletConnectTexts.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { LinkFooter } from '../shared/LinkFooter.tsx'

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

/** Its store on a phone, all places elsewhere. */
function GetWallet({ wallet }: { wallet: Wallet }) {
  const kit = useKit()
  const { titles } = useText()
  const device = useSelect((state) => state.device)
  const store = storeOf(wallet, device)
  const label = titles.Downloads(wallet.name)
  if (store)
    return (
      <LinkButton look="quiet" size="s" href={store} data-testid="wc-get-wallet">
        {label}
      </LinkButton>
    )
  if (!(wallet.chrome_store || wallet.app_store || wallet.play_store || wallet.homepage)) return null
  return (
    <Button look="quiet" size="s" data-testid="wc-get-wallet" onClick={() => push(kit, { name: 'Downloads', wallet })}>
      {label}
    </Button>
  )
}

function storeOf(wallet: Wallet, { mobile, ios, android }: Device): string | null | undefined {
  if (ios) return wallet.app_store ?? wallet.homepage
  if (android) return wallet.play_store ?? wallet.homepage
  return mobile ? wallet.homepage : undefined
}
