import { push } from '@billfold/core/features/modal/navigate'
import { useKit } from '../../hooks/KitContext.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ListRow } from '../../ui/ListRow.tsx'
import { useEmbedded } from './useEmbedded.ts'

/** Leads to the recovery phrase of an embedded wallet, which opens it in any other app. */
export function UpgradeCard() {
  const kit = useKit()
  const { titles } = useText()
  const { upgrade } = useEmbedded().text
  return (
    <ListRow
      lead={
        <span className="row-icon">
          <Icon name="key" />
        </span>
      }
      title={titles.UpgradeEmailWallet}
      detail={upgrade.title}
      chevron
      data-testid="account-upgrade"
      onClick={() => {
        kit.store.send({ type: 'embedded/upgradeOpened' })
        push(kit, { name: 'UpgradeEmailWallet' })
      }}
    />
  )
}
