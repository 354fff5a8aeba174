import { nativeBalanceQuery } from '@billfold/core/features/account/nativeBalanceQuery'
import { balancesQuery } from '@billfold/core/features/balances/balancesQuery'
import { totalOf } from '@billfold/core/features/balances/tokenBalance'
import { connectionsOf } from '@billfold/core/features/connect/connections'
import { disconnectConnector } from '@billfold/core/features/connect/disconnectConnector'
import { findMerged } from '@billfold/core/features/connect/mergedConnectors'
import { push } from '@billfold/core/features/modal/navigate'
import { explorerLink } from '@billfold/core/features/network/explorerLink'
import type { Kit } from '@billfold/core/kit'
import type { ConnectedAccount } from '@billfold/core/model/account'
import { caipAddressOf, connectedAccount } from '@billfold/core/model/connectedAccount'
import { activeNetwork } from '@billfold/core/model/findNetwork'
import type { CaipAddress } from '@billfold/protocol/caip'
import { type CSSProperties, type RefObject, Suspense, useContext, useEffect, useRef } from 'react'
import { ButtonName } from '../../api/ButtonName.tsx'
import { useKit } from '../../hooks/KitContext.ts'
import { useCopy } from '../../hooks/useCopy.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useProfile } from '../../hooks/useProfile.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useServed } from '../../hooks/useServed.ts'
import { accountTexts } from '../../i18n/compiled/accountTexts.ts'
import { LocaleContext, useText } from '../../i18n/LocaleContext.ts'
import { lazyPart } from '../../modal/lazyPart.tsx'
import { lazyScreen } from '../../modal/lazyScreen.tsx'
import { Address } from '../../ui/Address.tsx'
import { Amount } from '../../ui/Amount.tsx'
import { Button } from '../../ui/Button.tsx'
import { dollarParts } from '../../ui/formatDollars.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AccountPicture } from './AccountPicture.tsx'

const Assets = lazyScreen(async () => (await import('./assetsParts.ts')).assetsParts(), accountTexts)
const UpgradeCard = lazyPart(
  async () => (await import('../login/lateLogin.ts')).upgradeCard(),
  () => null,
)
AccountView.parts = [Assets]

/** The connected account, and its assets. */
export function AccountView() {
  const account = useSelect((state) => connectedAccount(state))
  const caip = useSelect((state) => caipAddressOf(state))
  return account && caip ? <Connected account={account} caip={caip} /> : null
}

/** The account's name for the button on a site's page. */
AccountView.Name = ButtonName

function Connected({ account, caip }: { account: ConnectedAccount; caip: CaipAddress }) {
  const kit = useKit()
  const { account: text, settings } = useText()
  const copy = useCopy()
  const network = useSelect(activeNetwork)
  const namespace = useSelect((state) => state.network.activeNamespace)
  const connections = useSelect((state) => connectionsOf(state, namespace))
  // An account of two types has one address, which leads nowhere else.
  const addressCount = new Set(connections.flatMap(({ accounts }) => accounts.map(({ address }) => address))).size
  const named = useSelect((state) => findMerged(state, account.connectorId)?.name)
  // The embedded wallet has a name for programs alone: people know it by who they are there.
  const wallet = account.accounts[0].login?.identifier || named
  const explorer = explorerLink(network, { address: account.address })
  const { served, refetch } = useServed(network?.networkId)
  const isServed = served === 'yes'
  const { name } = useProfile(account.address, isServed)
  const size = served === 'no' ? 64 : 48
  const stack = useRef<HTMLDivElement>(null)
  useOwnPlace(kit, caip, stack)
  return (
    <div className="stack account" ref={stack}>
      <div className="account-hero">
        <span data-testid="single-account-avatar">
          <AccountPicture address={account.address} size={size} />
        </span>
        <p className="account-name">
          {name ? <bdi title={account.address}>{name}</bdi> : <Address value={account.address} />}
          <IconButton
            icon="copy"
            label={text.copy}
            data-testid="w3m-account-copy-address"
            onClick={() => void copy(account.address, 'addressCopied')}
          />
        </p>
        {network ? isServed ? <Total caip={caip} /> : <Balance caip={caip} /> : null}
        {wallet ? <p className="account-wallet">{text.connectedWith(wallet)}</p> : null}
      </div>
      <Suspense
        fallback={
          served === 'no' ? null : (
            <div className="rows" aria-busy="true">
              <Skeleton shape="row" count={3} />
            </div>
          )
        }
      >
        <Assets caip={caip} served={served} onRetry={refetch} />
      </Suspense>
      {account.accounts[0].embedded ? (
        <Suspense>
          <UpgradeCard />
        </Suspense>
      ) : null}
      {addressCount > 1 ? (
        <ListRow
          lead={
            <span className="row-icon">
              <Icon name="person" />
            </span>
          }
          title={text.switchAddress}
          tail={addressCount}
          chevron
          data-testid="account-switch-address-button"
          onClick={() => push(kit, { name: 'SwitchAddress' })}
        />
      ) : null}
      <ListRow
        lead={
          <span className="row-icon" data-testid="wui-profile-button">
            <Icon name="settings" />
          </span>
        }
        title={settings.settings}
        chevron
        data-testid="w3m-profile-button"
        onClick={() => push(kit, { name: addressCount > 1 ? 'Profile' : 'AccountSettings' })}
      />
      <div className="account-foot">
        {explorer ? (
          <LinkButton look="quiet" size="s" href={explorer} data-testid="account-explorer-link">
            {text.explorer}
          </LinkButton>
        ) : null}
        <Button
          look="quiet"
          size="s"
          icon="disconnect"
          data-testid="disconnect-button"
          onClick={() => void disconnectConnector(kit, { namespace, connectorId: account.connectorId })}
        >
          {text.disconnect}
        </Button>
      </div>
    </div>
  )
}

/** The accounts last shown, by kit: the next person does not begin where the one before had scrolled to. */
const lastShown = new WeakMap<Kit, CaipAddress>()

/** Shows another account from its top. */
function useOwnPlace(kit: Kit, caip: CaipAddress, content: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const view = content.current?.closest('.view')
    if (view && lastShown.get(kit) !== caip) view.scrollTop = 0
    lastShown.set(kit, caip)
  }, [kit, caip, content])
}

function Balance({ caip }: { caip: CaipAddress }) {
  const kit = useKit()
  const text = useText().account
  const { tag } = useContext(LocaleContext)
  const { data, isError } = useKitQuery(nativeBalanceQuery(kit, { address: caip }))
  if (data) return <Amount {...data} locale={tag} hero />
  if (isError) return <p className="account-unknown">{text.balanceUnknown}</p>
  return <Skeleton shape="amount" />
}

/** All of it in dollars; where nothing has a price, or the server does not respond, the chain's own coin. */
function Total({ caip }: { caip: CaipAddress }) {
  const kit = useKit()
  const { tag } = useContext(LocaleContext)
  const { data, isError } = useKitQuery(balancesQuery(kit, { address: caip }))
  const total = data && totalOf(data)
  const parts = total === undefined ? undefined : dollarParts(total, tag)
  if (parts)
    return (
      <p
        className="dollars"
        data-testid="account-total"
        style={{ '--bf-signs': parts.map(({ text }) => text).join('').length } as CSSProperties}
      >
        <bdi>
          {parts.map(({ text, isCents }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a number never change places
            <span key={index} className={isCents ? 'dollars-cents' : undefined}>
              {text}
            </span>
          ))}
        </bdi>
      </p>
    )
  return data || isError ? <Balance caip={caip} /> : <Skeleton shape="amount" />
}
