import { connectedAccount } from '@billfold/core/features/account/account'
import { switchAccount } from '@billfold/core/features/account/switchAccount'
import { useKit } from '../hooks/KitContext.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { useText } from '../i18n/LocaleContext.ts'
import { Address } from '../ui/Address.tsx'
import { Identicon } from '../ui/Identicon.tsx'
import { ListRow } from '../ui/ListRow.tsx'

/** The accounts the wallet shares; choosing one uses it. */
export function AccountList({ onChosen }: { onChosen: () => void }) {
  const kit = useKit()
  const text = useText().settings
  const account = useSelect((state) => connectedAccount(state))
  if (!account) return null
  const choose = (address: string) => {
    switchAccount(kit, { address })
    onChosen()
  }
  return (
    <ul className="rows" aria-label={text.accounts}>
      {account.accounts.map((address, index) => (
        <li key={address} data-testid="switch-address-item">
          <ListRow
            lead={<Identicon address={address} />}
            title={<Address value={address} />}
            detail={address === account.address ? text.current : undefined}
            selected={address === account.address}
            tail={address === account.address ? undefined : text.switch}
            data-testid={`w3m-switch-address-button-${index}`}
            onClick={() => choose(address)}
          />
        </li>
      ))}
    </ul>
  )
}
