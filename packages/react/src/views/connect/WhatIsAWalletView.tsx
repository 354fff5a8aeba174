import { push } from '@billfold/core/features/modal/navigate'
import { useKit } from '../../hooks/KitContext.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { Button } from '../../ui/Button.tsx'
import { Slides } from '../shared/Slides.tsx'

/** For those who meet a wallet for the first time. */
export function WhatIsAWalletView() {
  const kit = useKit()
  const { whatIsAWallet, titles } = useText()
  const get = () => {
    kit.store.send({ type: 'wallet/getClicked' })
    push(kit, { name: 'GetWallet' })
  }
  return (
    <div className="stack">
      <Slides slides={whatIsAWallet.slides} />
      <Button look="primary" wide icon="wallet" data-testid="w3m-what-is-a-wallet-get" onClick={get}>
        {titles.GetWallet}
      </Button>
    </div>
  )
}
