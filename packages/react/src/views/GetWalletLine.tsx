import { push } from '@billfold/core/features/modal/navigate'
import type { Device } from '@billfold/core/ports/page'
import type { Wallet } from '@billfold/protocol/api/registry'
import { useKit } from '../hooks/KitContext.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { useArea } from '../i18n/useArea.ts'
import { walletConnectTexts } from '../i18n/walletConnect/walletConnectTexts.ts'
import { Button } from '../ui/Button.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'

/** For somebody who has not got the wallet: its store on a phone, all places elsewhere. */
export function GetWalletLine({ wallet }: { wallet: Wallet }) {
  const kit = useKit()
  const text = useArea(walletConnectTexts)
  const device = useSelect((state) => state.device)
  const store = storeOf(wallet, device)
  const hasPlaces = wallet.chrome_store || wallet.app_store || wallet.play_store || wallet.homepage
  if (!hasPlaces) return null
  return (
    <p className="guide">
      {text.missing(wallet.name)}
      {store ? (
        <LinkButton look="quiet" size="s" href={store} data-testid="wc-get-wallet">
          {text.get}
        </LinkButton>
      ) : (
        <Button
          look="quiet"
          size="s"
          data-testid="wc-get-wallet"
          onClick={() => push(kit, { name: 'Downloads', wallet })}
        >
          {text.get}
        </Button>
      )}
    </p>
  )
}

function storeOf(wallet: Wallet, { mobile, ios, android }: Device): string | null | undefined {
  if (ios) return wallet.app_store ?? wallet.homepage
  if (android) return wallet.play_store ?? wallet.homepage
  return mobile ? wallet.homepage : undefined
}
