import { reset } from '@billfold/core/features/modal/navigate'
import { connectedAccount } from '@billfold/core/model/connectedAccount'
import type { View } from '@billfold/core/model/modal'
import { useKit } from '../../hooks/KitContext.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { namesTexts } from '../../i18n/compiled/namesTexts.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { AccountPicture } from '../account/AccountPicture.tsx'

/** The account has a name now. */
export function RegisterAccountNameSuccessView({
  view,
}: {
  view: Extract<View, { name: 'RegisterAccountNameSuccess' }>
}) {
  const kit = useKit()
  const text = useArea(namesTexts)
  const address = useSelect((state) => connectedAccount(state)?.address)
  return (
    <div className="panel">
      {address ? <AccountPicture address={address} size={72} /> : null}
      <div className="panel-text" role="status">
        <p className="name-own" data-testid="name-registered">
          <bdi dir="ltr">{view.own}</bdi>
        </p>
        <p className="panel-detail">{text.done}</p>
      </div>
      <div className="actions">
        <Button look="primary" wide data-testid="name-go" onClick={() => reset(kit, { name: 'Account' })}>
          {text.go}
        </Button>
      </div>
    </div>
  )
}
