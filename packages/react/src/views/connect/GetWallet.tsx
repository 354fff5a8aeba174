import { push } from '@billfold/core/features/modal/navigate'
import type { Device } from '@billfold/core/ports/page'
import type { Wallet } from '@billfold/protocol/api/registry'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { Button } from '../../ui/Button.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'

/** Its store on a phone, all places elsewhere. */
export function GetWallet({ wallet }: { wallet: Wallet }) {
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
