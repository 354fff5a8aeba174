import type { Profile } from '@billfold/core/features/identity/identityQuery'
import { push } from '@billfold/core/features/modal/navigate'
import { zoneOf } from '@billfold/core/features/names/nameLabel'
import { connectedAccount } from '@billfold/core/model/connectedAccount'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { namesTexts } from '../../i18n/compiled/namesTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ListRow } from '../../ui/ListRow.tsx'

/** The way to choose a name, or to the one that the account has. */
export function NameRow({ profile }: { profile: Profile }) {
  const kit = useKit()
  const text = useArea(namesTexts)
  const network = useSelect((state) => connectedAccount(state, 'eip155')?.networkId)
  const [zone, { name }] = [zoneOf(profile), profile]
  const own = name?.endsWith(`.${zone}`) ? name : undefined
  if (!network || !zone) return null
  const open = () => {
    if (!own) kit.store.send({ type: 'name/opened', network })
    push(kit, { name: 'RegisterAccountName', ...(own ? { own } : {}) })
  }
  return (
    <ListRow
      lead={
        <span className="row-icon">
          <Icon name="person" />
        </span>
      }
      title={own ?? text.choose}
      detail={own ? text.manage : text.why}
      chevron
      data-testid="account-choose-name-button"
      onClick={open}
    />
  )
}
