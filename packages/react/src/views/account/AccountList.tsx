import { balancesQuery } from '@billfold/core/features/balances/balancesQuery'
import { supportedChainsQuery } from '@billfold/core/features/balances/supportedChainsQuery'
import { totalOf } from '@billfold/core/features/balances/tokenBalance'
import { connectionsOf, isSameAccount } from '@billfold/core/features/connect/connections'
import { disconnectConnector } from '@billfold/core/features/connect/disconnectConnector'
import { findMerged } from '@billfold/core/features/connect/mergedConnectors'
import { switchConnection } from '@billfold/core/features/connect/switchConnection'
import { connectorImageUrl } from '@billfold/core/features/wallets/imageUrl'
import { connectedAccount } from '@billfold/core/model/connectedAccount'
import type { Connection } from '@billfold/core/model/connections'
import { embeddedId, type WalletAccount } from '@billfold/core/model/connector'
import type { State } from '@billfold/core/model/state'
import { caipAddress } from '@billfold/protocol/caip'
import { useContext } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { LocaleContext, useText } from '../../i18n/LocaleContext.ts'
import { Address } from '../../ui/Address.tsx'
import { formatDollars } from '../../ui/formatDollars.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { WalletTile } from '../../ui/WalletTile.tsx'
import { AccountPicture } from './AccountPicture.tsx'
import { AnotherWallet } from './AnotherWallet.tsx'
import { accountLabel } from './accountLabel.ts'

/** The accounts that the visitor's wallets share, wallet by wallet: choosing one uses it, and each wallet can be left. */
export function AccountList({ onChosen }: { onChosen: () => void }) {
  const connections = useSelect((state) => connectionsOf(state, state.network.activeNamespace))
  const firsts = connections.map((_, index) =>
    connections.slice(0, index).reduce((sum, { accounts }) => sum + accounts.length, 0),
  )
  return (
    <>
      {connections.map((connection, index) => (
        <section key={connection.connectorId} className="wallet-accounts">
          {connections.length > 1 ? <WalletHead connection={connection} /> : null}
          <Accounts connection={connection} first={firsts[index] ?? 0} onChosen={onChosen} />
        </section>
      ))}
      <AnotherWallet />
    </>
  )
}

type AccountsProps = { connection: Connection; first: number; onChosen: () => void }

function Accounts({ connection: { connectorId, accounts }, first, onChosen }: AccountsProps) {
  const kit = useKit()
  const messages = useText()
  const text = messages.settings
  const namespace = useSelect((state) => state.network.activeNamespace)
  const inUse = useSelect((state) => {
    const current = connectedAccount(state)
    return current?.connectorId === connectorId ? current : undefined
  })
  const choose = ({ address, type }: WalletAccount) => {
    switchConnection(kit, { namespace, connectorId, address, type })
    onChosen()
  }
  return (
    <ul className="rows" aria-label={text.accounts}>
      {accounts.map((account, index) => {
        const { address, type } = account
        const isInUse = inUse !== undefined && isSameAccount(account, inUse)
        const label = accountLabel(messages, account, accounts)
        return (
          <li key={`${address} ${type}`} data-testid="switch-address-item">
            <ListRow
              lead={<AccountPicture address={address} type={label === undefined ? undefined : type} />}
              title={<Address value={address} />}
              detail={joined(label, isInUse ? text.current : undefined)}
              selected={isInUse}
              tail={isInUse ? undefined : text.switch}
              data-testid={`w3m-switch-address-button-${first + index}`}
              onClick={() => choose(account)}
            />
          </li>
        )
      })}
    </ul>
  )
}

const joined = (...parts: (string | undefined)[]) => parts.filter((part) => part !== undefined).join(' · ')

/** The wallet of the accounts below, its dollar total, and a way to disconnect it. */
function WalletHead({ connection }: { connection: Connection }) {
  const kit = useKit()
  const text = useText().settings
  const namespace = useSelect((state) => state.network.activeNamespace)
  const { connectorId } = connection
  const name = useSelect((state) => nameOf(state, connection))
  const image = useSelect((state) => {
    if (connectorId === embeddedId) return state.options.metadata.icons[0]
    const wallet = findMerged(state, connectorId)
    return wallet && connectorImageUrl(state, wallet)
  })
  return (
    <div className="wallet-head">
      <WalletTile name={name} image={image} size={24} />
      <h3 className="wallet-head-name">
        <bdi>{name}</bdi>
      </h3>
      <ConnectionTotal connection={connection} />
      <IconButton
        icon="disconnect"
        label={text.leave(name)}
        data-testid="leave-wallet"
        onClick={() => void disconnectConnector(kit, { namespace, connectorId })}
      />
    </div>
  )
}

/** The wallet's name. The embedded one has a name for programs alone: people know it by their login, and by the site. */
const nameOf = (state: State, { connectorId, accounts: [first] }: Connection): string =>
  connectorId === embeddedId
    ? first.login?.identifier || state.options.metadata.name
    : (findMerged(state, connectorId)?.name ?? connectorId)

/** The dollar total of a wallet's account, if our server knows it. */
function ConnectionTotal({ connection: { address, networkId } }: { connection: Connection }) {
  const kit = useKit()
  const { tag } = useContext(LocaleContext)
  const { data: served } = useKitQuery(supportedChainsQuery(kit))
  const { data } = useKitQuery({
    ...balancesQuery(kit, { address: caipAddress(networkId, address) }),
    enabled: served?.includes(networkId) ?? false,
  })
  const total = data && totalOf(data)
  return total === undefined ? null : <bdi className="wallet-head-total">{formatDollars(total, tag)}</bdi>
}
