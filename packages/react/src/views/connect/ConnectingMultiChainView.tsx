import { findMerged } from '@billfold/core/features/connect/mergedConnectors'
import { goBack, push } from '@billfold/core/features/modal/navigate'
import { connectorImageUrl } from '@billfold/core/features/wallets/imageUrl'
import type { View } from '@billfold/core/model/modal'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { WalletTile } from '../../ui/WalletTile.tsx'
import { FamilyTile } from '../networks/FamilyTile.tsx'

/** Chooses on which family a wallet that speaks several is to be connected. */
export function ConnectingMultiChainView({ view }: { view: Extract<View, { name: 'ConnectingMultiChain' }> }) {
  const kit = useKit()
  const text = useText()
  const wallet = useSelect((state) => findMerged(state, view.connectorId))
  const image = useSelect((state) => (wallet ? connectorImageUrl(state, wallet) : undefined))
  if (!wallet)
    return (
      <EmptyState icon="wallet" title={text.connecting.missing} text={text.connecting.missingText}>
        <Button size="s" onClick={() => goBack(kit)}>
          {text.connecting.other}
        </Button>
      </EmptyState>
    )
  return (
    <div className="stack">
      <div className="panel-head">
        <WalletTile name={wallet.name} image={image} size={72} />
        <p className="lede">{text.multiChain.text(wallet.name)}</p>
      </div>
      <ul className="rows" aria-label={text.multiChain.list}>
        {wallet.connectors.map(({ id, namespace }) => (
          <li key={namespace}>
            <ListRow
              lead={<FamilyTile namespace={namespace} />}
              title={text.families[namespace]}
              chevron
              data-testid={`wui-list-chain-${namespace}`}
              onClick={() => push(kit, { name: 'ConnectingExternal', connectorId: id, namespace })}
            />
          </li>
        ))}
      </ul>
    </div>
  )
}
