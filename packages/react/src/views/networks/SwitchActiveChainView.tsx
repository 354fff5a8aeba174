import { goBack } from '@billfold/core/features/modal/navigate'
import { switchActiveChain } from '@billfold/core/features/network/switchActiveChain'
import type { View } from '@billfold/core/model/modal'
import type { Namespace } from '@billfold/protocol/caip'
import { useKit } from '../../hooks/KitContext.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { Button } from '../../ui/Button.tsx'
import { FamilyTile } from './FamilyTile.tsx'

/** A handle says the same in every language. */
const handles: Record<Namespace, string> = {
  eip155: 'EVM Networks',
  solana: 'Solana',
  polkadot: 'Polkadot',
  bip122: 'Bitcoin',
}

/** Goes to another family of networks, whose wallet is still to be connected. */
export function SwitchActiveChainView({ view }: { view: Extract<View, { name: 'SwitchActiveChain' }> }) {
  const kit = useKit()
  const { families, settings, shell } = useText()
  const family = families[view.namespace]
  return (
    <div className="panel">
      <FamilyTile namespace={view.namespace} size={72} />
      <div className="panel-text">
        <p className="panel-title" data-testid={`w3m-switch-active-chain-to-${handles[view.namespace]}`}>
          {settings.switchChain(family)}
        </p>
        <p className="panel-detail">{settings.switchChainText(family)}</p>
      </div>
      <div className="actions">
        <Button
          look="primary"
          wide
          data-testid="w3m-switch-active-chain-button"
          onClick={() => switchActiveChain(kit, view)}
        >
          {settings.switch}
        </Button>
        <Button look="quiet" wide onClick={() => goBack(kit)}>
          {shell.cancel}
        </Button>
      </div>
    </div>
  )
}
