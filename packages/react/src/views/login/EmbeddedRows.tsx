import { chooseAccountType } from '@billfold/core/features/embedded/chooseAccountType'
import { showSecurity } from '@billfold/core/features/embedded/showSecurity'
import { push } from '@billfold/core/features/modal/navigate'
import { smartAccountQuery } from '@billfold/core/features/swap/smartAccountQuery'
import { connectedAccount } from '@billfold/core/model/connectedAccount'
import { activeNetworkId } from '@billfold/core/model/findNetwork'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { Address } from '../../ui/Address.tsx'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/iconPaths.ts'
import { ListRow } from '../../ui/ListRow.tsx'
import { useEmbedded } from './useEmbedded.ts'

const lead = (icon: IconName) => (
  <span className="row-icon">
    <Icon name={icon} />
  </span>
)

/** Extra settings of an embedded wallet: its e-mail or passkey, its other account, and its security. */
export function EmbeddedRows() {
  const kit = useKit()
  const { settings } = useEmbedded().text
  const account = useSelect((state) => connectedAccount(state))
  const namespace = useSelect((state) => state.network.activeNamespace)
  const info = account?.accounts[0].embedded
  const networkId = useSelect(activeNetworkId)
  const isSmart = account?.type === 'smartAccount'
  const settledCount = useSelect((state) => state.transactions.filter(({ status }) => status === 'confirmed').length)
  // The wallet's word is from the login: transactions since then have deployed it.
  const { data: isDeployed = info?.isSmartAccountDeployed } = useKitQuery({
    ...smartAccountQuery(kit, { networkId, address: account?.address ?? '' }),
    queryKey: ['smartAccount', networkId, account?.address, settledCount] as const,
    enabled: isSmart && info !== undefined && !info.isSmartAccountDeployed,
  })
  if (!account || !info) return null
  const { email } = info.user
  const other = account.accounts.find(({ type }) => type !== account.type)
  const type = isSmart ? 'eoa' : 'smartAccount'
  return (
    <>
      {isSmart ? (
        <p className="panel-detail account-kind" data-testid="account-kind">
          <strong>{settings.kind}</strong>
          {isDeployed ? null : <span>{settings.notYet}</span>}
        </p>
      ) : null}
      {email || info.authProvider === 'passkey' ? (
        <ListRow
          lead={lead(email ? 'person' : 'key')}
          title={email ?? settings.passkey}
          detail={email ? settings.email : settings.addEmail}
          chevron
          data-testid="w3m-account-email-update"
          onClick={() => push(kit, { name: 'UpdateEmailWallet', redirect: 'AccountSettings' })}
        />
      ) : null}
      {other ? (
        <ListRow
          lead={lead('swap')}
          title={type === 'eoa' ? settings.eoa : settings.smart}
          detail={
            other.address === account.address ? undefined : (
              <span className="account-elsewhere" data-testid="account-other-address" data-value={other.address}>
                {settings.elsewhere}
                <Address value={other.address} whole />
              </span>
            )
          }
          data-testid="account-toggle-preferred-account-type"
          onClick={() => void chooseAccountType(kit, { namespace, type })}
        />
      ) : null}
      <ListRow
        lead={lead('key')}
        title={settings.security}
        detail={settings.securityText}
        chevron
        data-testid="account-security"
        onClick={() => void showSecurity(kit)}
      />
    </>
  )
}
