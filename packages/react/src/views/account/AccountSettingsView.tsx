import { disconnectConnector } from '@billfold/core/features/connect/disconnectConnector'
import { push } from '@billfold/core/features/modal/navigate'
import { networkImageUrl } from '@billfold/core/features/wallets/imageUrl'
import { connectedAccount } from '@billfold/core/model/connectedAccount'
import { activeNetwork } from '@billfold/core/model/findNetwork'
import { Suspense } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useCopy } from '../../hooks/useCopy.ts'
import { useProfile } from '../../hooks/useProfile.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useServed } from '../../hooks/useServed.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { hasNetworkChoice } from '../../modal/hasNetworkChoice.ts'
import { lazyPart } from '../../modal/lazyPart.tsx'
import { Address } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { WalletTile } from '../../ui/WalletTile.tsx'
import { AccountPicture } from './AccountPicture.tsx'
import { AnotherWallet } from './AnotherWallet.tsx'

const EmbeddedRows = lazyPart(
  async () => (await import('../login/lateLogin.ts')).embeddedRows(),
  () => null,
)
const NameRow = lazyPart(
  async () => (await import('../names/namesViews.ts')).nameRow(),
  () => null,
)

/** The whole address, the network, and the way to disconnect. */
export function AccountSettingsView() {
  const kit = useKit()
  const text = useText()
  const copy = useCopy()
  const account = useSelect((state) => connectedAccount(state))
  const namespace = useSelect((state) => state.network.activeNamespace)
  const network = useSelect(activeNetwork)
  const isFixed = useSelect((state) => state.options.enableNetworkSwitch === false && !hasNetworkChoice(state))
  const image = useSelect((state) => (network ? networkImageUrl(state, network) : undefined))
  const { served } = useServed(network?.networkId)
  const profile = useProfile(account?.address ?? '', account !== undefined && served === 'yes')
  if (!account) return null
  const name = network?.name ?? text.unknownNetwork
  return (
    <div className="stack">
      <div className="panel-head">
        <AccountPicture address={account.address} size={64} />
        {profile.name ? <bdi className="panel-title">{profile.name}</bdi> : null}
        <span data-testid="account-settings-address">
          <Address value={account.address} whole />
        </span>
        <Button size="s" icon="copy" onClick={() => void copy(account.address, 'addressCopied')}>
          {text.account.copy}
        </Button>
      </div>
      <ListRow
        lead={<WalletTile name={name} image={image} round />}
        title={name}
        detail={text.settings.network}
        chevron={!isFixed}
        disabled={isFixed}
        data-testid="account-switch-network-button"
        onClick={() => push(kit, { name: 'Networks' })}
      />
      {profile.zone ? (
        <Suspense>
          <NameRow profile={profile} />
        </Suspense>
      ) : null}
      {account.accounts[0].embedded ? (
        <Suspense>
          <EmbeddedRows />
        </Suspense>
      ) : null}
      <AnotherWallet />
      <Button
        wide
        icon="disconnect"
        data-testid="disconnect-button"
        onClick={() => void disconnectConnector(kit, { namespace, connectorId: account.connectorId })}
      >
        {text.account.disconnect}
      </Button>
    </div>
  )
}
