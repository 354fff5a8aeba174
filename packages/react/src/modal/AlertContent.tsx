import { closeAlert } from '@billfold/core/features/alert/closeAlert'
import { useKit } from '../hooks/KitContext.ts'
import { useSelect } from '../hooks/useSelect.ts'
import { useText } from '../i18n/LocaleContext.ts'
import { Icon } from '../ui/Icon.tsx'
import { IconButton } from '../ui/IconButton.tsx'

/** A problem of the site's set-up, and its fix. */
export function AlertContent() {
  const kit = useKit()
  const text = useText()
  const alert = useSelect((state) => state.alert)
  if (alert.phase === 'hidden') return null
  return (
    <div className="alertbar" role="alert">
      <Icon name="warning" />
      <div className="alertbar-text">
        <strong data-testid="wui-alertbar-text">{text.alerts[alert.code]}</strong>
        {alert.detail ? (
          <p dir="ltr" lang="en">
            {alert.detail}
          </p>
        ) : null}
      </div>
      <IconButton icon="close" label={text.shell.dismiss} onClick={() => closeAlert(kit)} />
    </div>
  )
}
