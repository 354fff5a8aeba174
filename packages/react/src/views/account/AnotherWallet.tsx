import { push } from '@billfold/core/features/modal/navigate'
import { useKit } from '../../hooks/KitContext.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ListRow } from '../../ui/ListRow.tsx'

/** The way to a further wallet; the ones that are connected stay. */
export function AnotherWallet() {
  const kit = useKit()
  const text = useText().settings
  return (
    <ListRow
      lead={
        <span className="row-icon">
          <Icon name="wallet" />
        </span>
      }
      title={text.another}
      chevron
      data-testid="connect-another-wallet"
      onClick={() => push(kit, { name: 'Connect' })}
    />
  )
}
