import { push } from '@billfold/core/features/modal/navigate'
import { selectNetwork } from '@billfold/core/features/network/selectNetwork'
import { isConnected } from '@billfold/core/model/connectedAccount'
import { activeNetworkId } from '@billfold/core/model/findNetwork'
import { useKit } from '../../hooks/KitContext.ts'
import { useKept } from '../../hooks/useKept.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { NetworkRow } from './NetworkRow.tsx'

/** Chooses among the networks the site asked for. */
export function NetworksView() {
  const kit = useKit()
  const text = useText()
  const [search, setSearch] = useKept('networks.search', '')
  const networks = useSelect((state) => state.network.requested)
  const active = useSelect(activeNetworkId)
  const isSomebody = useSelect(isConnected)
  // Not by the visitor's language: in Turkish, LINEA would not be found as “linea”.
  const wanted = search.trim().toLowerCase()
  const matches = networks.filter(({ name }) => name.toLowerCase().includes(wanted))
  const help = () => {
    kit.store.send({ type: 'network/helpClicked' })
    push(kit, { name: 'WhatIsANetwork' })
  }
  return (
    <div className="stack">
      <SearchField label={text.networks.search} clearLabel={text.shell.clear} value={search} onChange={setSearch} />
      <p className="visually-hidden" role="status">
        {wanted && matches.length > 0 ? text.networks.found(matches.length) : null}
      </p>
      {matches.length === 0 ? (
        <EmptyState
          icon="network"
          title={text.networks.none}
          text={text.networks.noneText(search.trim())}
          testId="no-network-found"
        />
      ) : (
        <ul className="rows" aria-label={text.networks.list}>
          {matches.map((network) => (
            <li key={network.networkId}>
              <NetworkRow
                network={network}
                selected={network.networkId === active}
                onChoose={() => selectNetwork(kit, { networkId: network.networkId })}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="footnote">
        {isSomebody ? <p>{text.networks.help}</p> : null}
        <Button look="quiet" size="s" icon="help" data-testid="w3m-network-help" onClick={help}>
          {text.networks.learn}
        </Button>
      </div>
    </div>
  )
}
