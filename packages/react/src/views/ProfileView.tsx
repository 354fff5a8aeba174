import { connectedAccount } from '@billfold/core/features/account/account'
import { goBack, push } from '@billfold/core/features/modal/navigate'
import { useKit } from '../hooks/KitContext.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { useText } from '../i18n/LocaleContext.ts'
import { Address } from '../ui/Address.tsx'
import { Button } from '../ui/Button.tsx'
import { Identicon } from '../ui/Identicon.tsx'
import { AccountList } from './AccountList.tsx'

/** The visitor's accounts, the one in use first. */
export function ProfileView() {
  const kit = useKit()
  const text = useText().settings
  const account = useSelect((state) => connectedAccount(state))
  if (!account) return null
  return (
    <div className="stack">
      <div className="panel-head">
        <Identicon address={account.address} size={64} />
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
