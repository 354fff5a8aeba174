import { goBack, push } from '@billfold/core/features/modal/navigate'
import { connectedAccount } from '@billfold/core/model/connectedAccount'
import { activeNetwork } from '@billfold/core/model/findNetwork'
import { useKit } from '../../hooks/KitContext.ts'
import { useProfile } from '../../hooks/useProfile.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { useServed } from '../../hooks/useServed.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { Address } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { AccountList } from './AccountList.tsx'
import { AccountPicture } from './AccountPicture.tsx'

/** The visitor's accounts, the one in use first. */
export function ProfileView() {
  const kit = useKit()
  const text = useText().settings
  const account = useSelect((state) => connectedAccount(state))
  const { served } = useServed(useSelect(activeNetwork)?.networkId)
  const { name } = useProfile(account?.address ?? '', account !== undefined && served === 'yes')
  if (!account) return null
  return (
    <div className="stack">
      <div className="panel-head">
        <AccountPicture address={account.address} size={64} />
        {name ? <bdi className="panel-title">{name}</bdi> : null}
        <Address value={account.address} whole />
        <Button
          size="s"
          icon="settings"
          data-testid="account-settings-button"
          onClick={() => push(kit, { name: 'AccountSettings' })}
        >
          {text.settings}
        </Button>
      </div>
      <h2 className="heading">{text.accounts}</h2>
      <AccountList onChosen={() => goBack(kit)} />
    </div>
  )
}
