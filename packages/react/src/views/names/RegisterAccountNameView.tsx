import { identityQuery } from '@billfold/core/features/identity/identityQuery'
import { goBack } from '@billfold/core/features/modal/navigate'
import { zoneOf } from '@billfold/core/features/names/nameLabel'
import { ownNameQuery } from '@billfold/core/features/names/ownNameQuery'
import { startNames } from '@billfold/core/features/names/saveName'
import { connectedAccount } from '@billfold/core/model/connectedAccount'
import { useEffect } from 'react'
import { useKit } from '../../hooks/KitContext.ts'
import { useKitQuery } from '../../hooks/useKitQuery.ts'
import { useSelect } from '../../hooks/useSelect.ts'
import { namesTexts } from '../../i18n/compiled/namesTexts.ts'
import { useText } from '../../i18n/LocaleContext.ts'
import { useArea } from '../../i18n/useArea.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Nothing } from '../../ui/Nothing.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { ChooseName } from './ChooseName.tsx'
import { EditName } from './EditName.tsx'

/** A name for the account, or the one that it has. */
export function RegisterAccountNameView() {
  const kit = useKit()
  const text = useArea(namesTexts)
  const { shell } = useText()
  const address = useSelect((state) => {
    const account = connectedAccount(state)
    return account?.networkId.startsWith('eip155:') ? account.address : undefined
  })
  useEffect(() => startNames(kit), [kit])
  const identity = useKitQuery({ ...identityQuery(kit, { address: address ?? '' }), enabled: address !== undefined })
  const zone = zoneOf(identity.data ?? {})
  const own = useKitQuery({
    ...ownNameQuery(kit, { address: address ?? '', zone: zone ?? '' }),
    enabled: address !== undefined && zone !== undefined,
  })
  if (zone !== undefined && own.data !== undefined)
    return own.data ? <EditName key={own.data.name} own={own.data} /> : <ChooseName zone={zone} />
  if (identity.isError || own.isError)
    return (
      <EmptyState icon="warning" title={text.unknown} testId="names-away">
        <Button wide onClick={() => void (zone === undefined ? identity : own).refetch()}>
          {shell.tryAgain}
        </Button>
      </EmptyState>
    )
  if (address === undefined || identity.data)
    if (zone === undefined)
      return (
        <Nothing icon="person" title={text.none} text={text.noneText} testId="names-none">
          <Button wide onClick={() => goBack(kit)}>
            {shell.back}
          </Button>
        </Nothing>
      )
  return (
    <div className="view-waiting">
      <Spinner />
    </div>
  )
}
